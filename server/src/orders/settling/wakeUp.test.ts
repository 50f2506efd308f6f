import { expect, test } from 'vitest'
import { stillClock } from '../../market/market.testing.ts'
import { createWakeUp } from './wakeUp.ts'

async function hasWoken(woken: Promise<void>): Promise<boolean> {
  return Promise.race([
    woken.then(() => true),
    new Promise<boolean>((resolve) => setTimeout(resolve, 5, false)),
  ])
}

test('all calls that wait for an order wake when it is settled, and no others', async () => {
  const wakeUp = createWakeUp(stillClock(0))
  const [one, two, other] = [wakeUp.wait('a', 5_000), wakeUp.wait('a', 5_000), wakeUp.wait('b', 5_000)]
  wakeUp.wake(['a', 'c'])
  expect(await Promise.all([one, two, other].map((each) => hasWoken(each.woken)))).toEqual([
    true,
    true,
    false,
  ])
})

test('a wait ends at its time, and an abandoned one is forgotten', async () => {
  const clock = stillClock(0)
  const wakeUp = createWakeUp(clock)
  const [one, two] = [wakeUp.wait('a', 5_000), wakeUp.wait('a', 9_000)]
  two.stop()
  clock.advance(4_999)
  expect(await hasWoken(one.woken)).toBe(false)
  clock.advance(1)
  expect(await hasWoken(one.woken)).toBe(true)
  one.stop()
  clock.advance(9_000)
  wakeUp.wake(['a'])
  expect(await hasWoken(two.woken)).toBe(false)
})
