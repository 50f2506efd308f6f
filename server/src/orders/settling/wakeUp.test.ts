import { expect, test } from 'vitest'
import { stillClock } from '../../market/market.testing.ts'
import { createWakeUp } from './wakeUp.ts'

async function hasRung(rung: Promise<void>): Promise<boolean> {
  return Promise.race([
    rung.then(() => true),
    new Promise<boolean>((resolve) => setTimeout(resolve, 5, false)),
  ])
}

test('a settled order wakes all calls that wait for it, and no others', async () => {
  const bell = createWakeUp(stillClock(0))
  const [one, two, other] = [bell.listen('a', 5_000), bell.listen('a', 5_000), bell.listen('b', 5_000)]
  bell.ring(['a', 'c'])
  expect(await Promise.all([one, two, other].map((each) => hasRung(each.rung)))).toEqual([true, true, false])
})

test('a wait ends at its time, and an abandoned one is removed', async () => {
  const clock = stillClock(0)
  const bell = createWakeUp(clock)
  const [one, two] = [bell.listen('a', 5_000), bell.listen('a', 9_000)]
  two.stop()
  clock.advance(4_999)
  expect(await hasRung(one.rung)).toBe(false)
  clock.advance(1)
  expect(await hasRung(one.rung)).toBe(true)
  one.stop()
  clock.advance(9_000)
  bell.ring(['a'])
  expect(await hasRung(two.rung)).toBe(false)
})
