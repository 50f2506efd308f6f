import { expect, test } from 'vitest'
import { coalesced } from './coalesce.ts'

/** Work that counts its runs and ends when released. */
function held() {
  const letGo: (() => void)[] = []
  let begun = 0
  let atOnce = 0
  let most = 0
  return {
    counts: () => ({ begun, most }),
    letGo: () => letGo.shift()?.(),
    async work() {
      begun++
      most = Math.max(most, ++atOnce)
      await new Promise<void>((resolve) => letGo.push(resolve))
      atOnce--
    },
  }
}

/** Outlasts any chain of settled promises. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('it never runs twice at a time; any number of requests during a run cause one more run', async () => {
  const { work, letGo, counts } = held()
  const { wake, idle, ended } = coalesced(work, () => false)
  wake()
  wake()
  expect(counts()).toEqual({ begun: 1, most: 1 })
  const isIdle = idle()
  wake()
  letGo()
  await turn()
  expect(counts()).toEqual({ begun: 2, most: 1 })
  letGo()
  await isIdle
  await ended()
  expect(counts()).toEqual({ begun: 2, most: 1 })
  wake()
  expect(counts()).toEqual({ begun: 3, most: 1 })
  letGo()
})

test('a request just as a run ends is not missed', async () => {
  for (let delay = 0; delay < 12; delay++) {
    let runs = 0
    const some = coalesced(
      async () => void runs++,
      () => false,
    )
    some.wake()
    for (let i = 0; i < delay; i++) await Promise.resolve()
    some.wake()
    await turn()
    expect(runs, String(delay)).toBe(2)
  }
})

test('once it is over no run starts, and the current one is awaited', async () => {
  const { work, letGo, counts } = held()
  let isOver = false
  const { wake, idle, ended } = coalesced(work, () => isOver)
  wake()
  wake()
  isOver = true
  let isEnded = false
  const end = ended().then(() => (isEnded = true))
  await turn()
  expect(isEnded).toBe(false)
  letGo()
  await end
  wake()
  await idle()
  expect(counts().begun).toBe(1)
})
