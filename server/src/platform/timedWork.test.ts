import { expect, test } from 'vitest'
import { movableClock } from './clock.testing.ts'
import { timedWork } from './timedWork.ts'

const START = Date.parse('2026-11-21T12:00:00Z')

/** Work that wants to run again after 10 s, on a clock that only the test moves; `times` are its runs in s. */
function everyTenSeconds() {
  const clock = movableClock({ isStill: true, startMs: START })
  const times: number[] = []
  const work = timedWork(clock, async () => {
    times.push((clock.nowMs() - START) / 1_000)
    return clock.nowMs() + 10_000
  })
  const pass = async (seconds: number) => {
    for (let i = 0; i < seconds; i++) {
      clock.advance(1_000)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return { work, times, pass }
}

test('work runs again at the time that its last run named, however often it was woken before', async () => {
  const { work, times, pass } = everyTenSeconds()
  await work.idle()
  await pass(3)
  work.wake()
  await pass(4)
  work.wake()
  await pass(24)
  expect(times).toEqual([0, 3, 7, 17, 27])
  await work.stop()
})

test('once it is stopped no time and no wake starts it', async () => {
  const { work, times, pass } = everyTenSeconds()
  await work.idle()
  await work.stop()
  work.wake()
  await pass(20)
  expect(times).toEqual([0])
})
