import { beforeEach, expect, test } from 'vitest'
import { movableClock, type MovableClock } from '../../platform/clock.testing.ts'
import { type PollLoop, pollLoop } from './pollLoop.ts'

let clock: MovableClock
let loop: PollLoop
/** Turns as they begin and end: whether the clock called them, and how each is let go. */
let told: string[]
let goOn: (() => void)[]
beforeEach(() => {
  clock = movableClock({ isStill: true })
  told = []
  goOn = []
  loop = pollLoop(clock, 1_000, async (isBeat) => {
    told.push(isBeat ? 'beat' : 'asked')
    await new Promise<void>((resolve) => goOn.push(resolve))
    told.push('end')
  })
})

/** Lets the turn in progress end, and what follows begin. */
async function letGo(): Promise<void> {
  goOn.shift()?.()
  await settled()
}
const settled = () => new Promise<void>((resolve) => void setImmediate(resolve))

test('turns run one after the other, and who waits gets a turn that began after the call', async () => {
  loop.start()
  await settled()
  let isDone = false
  const asked = loop.idle().then(() => (isDone = true))
  await letGo()
  expect([told, isDone]).toEqual([['beat', 'end', 'asked'], false])
  await letGo()
  await asked
  expect([told.length, isDone]).toEqual([4, true])
})

test('the clock calls again at the interval after a turn has ended, not after it began', async () => {
  loop.start()
  await settled()
  clock.advance(5_000)
  await settled()
  expect(told).toEqual(['beat'])
  await letGo()
  clock.advance(999)
  await settled()
  expect(told).toEqual(['beat', 'end'])
  clock.advance(1)
  await settled()
  expect(told).toEqual(['beat', 'end', 'beat'])
})

test('a stop waits for the turn in progress, and no other begins', async () => {
  loop.start()
  await settled()
  void loop.idle()
  let isStopped = false
  const stopped = loop.stop().then(() => (isStopped = true))
  await settled()
  expect(isStopped).toBe(false)
  await letGo()
  await stopped
  clock.advance(10_000)
  await loop.idle()
  expect(told).toEqual(['beat', 'end'])
})

test('a stop takes the next turn back from the clock, which would keep the process running', async () => {
  let waiting = 0
  const counted: MovableClock = {
    ...clock,
    at(atMs, run) {
      const takeBack = clock.at(atMs, run)
      waiting += 1
      return () => {
        waiting -= 1
        takeBack()
      }
    },
  }
  const stopped = pollLoop(counted, 1_000, async () => {})
  stopped.start()
  await settled()
  expect(waiting).toBe(1)
  await stopped.stop()
  expect(waiting).toBe(0)
})
