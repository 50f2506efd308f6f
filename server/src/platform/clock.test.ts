import { expect, test } from 'vitest'
import { assert } from '@tickmark/core/assert'
import { houseClock } from './clock.ts'

const DAY = 86_400_000
const START = 1_790_000_000_000

/** A machine whose clocks move only when told. Like `setTimeout`, it takes no delay of more than 31 bits of milliseconds. */
function machine() {
  let monotonicMs = 5_000
  let wallMs = START
  const timers = new Set<{ atMs: number; run: () => void }>()
  const clock = houseClock({
    wallMs: () => wallMs,
    monotonicMs: () => monotonicMs,
    after(ms, run) {
      assert(ms < 2 ** 31, 'the delay is one that a machine can wait')
      const timer = { atMs: monotonicMs + ms, run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
  })
  const runDue = () => {
    for (let i = 0; i < 100; i++) {
      const due = [...timers].find((one) => one.atMs <= monotonicMs)
      if (!due) return
      timers.delete(due)
      due.run()
    }
    throw new Error('a due timer runs again and again')
  }
  return {
    clock,
    pass(ms: number) {
      monotonicMs += ms
      wallMs += ms
      runDue()
    },
    setWall: (ms: number) => void (wallMs = ms),
    runDue,
    waiting: () => timers.size,
  }
}

type Machine = ReturnType<typeof machine>

test('the house’s time starts as the machine’s, and then passes whatever anybody sets there', () => {
  const { clock, pass, setWall } = machine()
  expect(clock.nowMs()).toBe(START)
  setWall(START + DAY)
  pass(10)
  expect([clock.nowMs(), clock.wallMs()]).toEqual([START + 10, START + DAY + 10])
  setWall(START - DAY)
  pass(10)
  expect(clock.nowMs()).toBe(START + 20)
})

test('the house’s time never goes back, except where the start sets it', () => {
  const { clock, pass } = machine()
  pass(100)
  expect(clock.nowMs()).toBe(START + 100)
  clock.slew(-0.9)
  expect(clock.nowMs()).toBe(START + 100)
  clock.skip(-50)
  expect(clock.nowMs()).toBe(START + 100)
  clock.begin(START - DAY)
  expect(clock.nowMs()).toBe(START - DAY)
})

/** Ways for the house to reach a time `ms` ahead; a timer for that time runs then, and not before. */
const WAYS: [string, (house: Machine, ms: number) => void][] = [
  ['time passes', ({ pass }, ms) => pass(ms)],
  ['the house skips', ({ clock }, ms) => clock.skip(ms)],
  ['the start sets a later time', ({ clock }, ms) => clock.begin(clock.nowMs() + ms)],
]

for (const [title, move] of WAYS)
  test(`a timer runs once, when its time has come: ${title}`, () => {
    for (const waitMs of [0, 1, 1_000, DAY, DAY + 1, 40 * DAY]) {
      const house = machine()
      let calls = 0
      house.clock.at(START + waitMs, () => calls++)
      if (waitMs > 0) {
        move(house, waitMs - 1)
        house.runDue()
        expect([waitMs, calls]).toEqual([waitMs, 0])
        move(house, 1)
      }
      house.runDue()
      expect([waitMs, calls]).toEqual([waitMs, 1])
      move(house, DAY)
      house.runDue()
      expect([waitMs, calls, house.waiting()]).toEqual([waitMs, 1, 0])
    }
  })

test('a time set back at the start moves running timers too', () => {
  const { clock, pass } = machine()
  let calls = 0
  clock.at(START + 100, () => calls++)
  clock.begin(START - 100)
  pass(199)
  expect(calls).toBe(0)
  pass(1)
  expect(calls).toBe(1)
})

test('a cancelled timer does not run, even when the time was moved in between', () => {
  for (const [title, move] of WAYS) {
    const house = machine()
    let calls = 0
    const cancel = house.clock.at(START + 100, () => calls++)
    move(house, 50)
    cancel()
    move(house, 100)
    house.runDue()
    expect([title, calls, house.waiting()]).toEqual([title, 0, 0])
  }
})

test('no change of the house’s time shortens or lengthens a wait by monotonic time', () => {
  const { clock, pass } = machine()
  let calls = 0
  clock.after(100, () => calls++)
  clock.skip(DAY)
  pass(99)
  expect(calls).toBe(0)
  pass(1)
  expect(calls).toBe(1)
})
