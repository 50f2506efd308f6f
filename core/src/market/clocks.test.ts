import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  CLOCKS_SETTLE_MS,
  type ClockReading,
  type ClockStanding,
  isWithWriter,
  judgeClocks,
  timeAtStart,
} from './clocks.ts'

const reading = (second: number, machine: number, database: number | null = machine, errorMs = 1) => ({
  monotonicMs: second * 1_000,
  machineAheadMs: machine,
  database: database === null ? null : { aheadMs: database, errorMs },
})

/** The states after each of a series of readings. */
function statesOf(readings: readonly ClockReading[]): ClockStanding['state'][] {
  let standing: ClockStanding | null = null
  return readings.map((one) => (standing = judgeClocks(standing, one)).state)
}

const agreed = (from: number, count: number, machine = 0) =>
  Array.from({ length: count }, (_, i) => reading(from + i, machine))

test.each<[title: string, readings: ClockReading[], states: string]>([
  ['clocks that run together', agreed(0, 4), 'agree agree agree agree'],
  ['a lead that was there at the start', agreed(0, 3, 3_600_000), 'agree agree agree'],
  ['a step of 250 ms', [...agreed(0, 1), ...agreed(1, 2, 250)], 'agree agree agree'],
  [
    'a step of 251 ms, for five seconds',
    [...agreed(0, 1), ...agreed(1, 7, 251)],
    'agree set set set set set agree agree',
  ],
  [
    'a step back of a day, which waits no longer',
    [...agreed(0, 1), ...agreed(1, 6, -86_400_000)],
    'agree set set set set set agree',
  ],
  [
    'a step that is taken back',
    [...agreed(0, 1), ...agreed(1, 2, 9_000), ...agreed(3, 2)],
    'agree set set agree agree',
  ],
  [
    'a second step, which begins the wait anew',
    [...agreed(0, 1), ...agreed(1, 4, 1_000), ...agreed(5, 6, 2_000)],
    'agree set set set set set set set set set agree',
  ],
  [
    'a machine that the database contradicts, for as long as it does',
    [...agreed(0, 1), ...[1, 2, 3, 4, 5, 6, 7, 8].map((at) => reading(at, 3_600_000, 0)), ...agreed(9, 1)],
    'agree apart apart apart apart apart apart apart apart agree',
  ],
  ['a database that was set', [...agreed(0, 1), reading(1, 0, -900), reading(2, 0, 0)], 'agree apart agree'],
  ['a database that answers late', [...agreed(0, 1), reading(1, 0, -900, 700)], 'agree agree'],
  ['a database that does not answer', [...agreed(0, 1), reading(1, 0, null)], 'agree agree'],
])('%s', (_title, readings, states) => {
  expect(statesOf(readings).join(' ')).toBe(states)
})

test('after any clock steps, clocks that run evenly again agree within the settling time', () => {
  const step = fc.record({ ms: fc.integer({ min: -1e8, max: 1e8 }), seconds: fc.integer({ min: 1, max: 9 }) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      let [second, ahead] = [0, 0]
      const readings = steps.flatMap(({ ms, seconds }) => {
        ahead += ms
        const some = agreed(second, seconds, ahead)
        second += seconds
        return some
      })
      const states = statesOf([...readings, ...agreed(second, 1 + CLOCKS_SETTLE_MS / 1_000, ahead)])
      expect(states.at(-1)).toBe('agree')
    }),
  )
})

test('trading never resumes with a lead that is less than five seconds old', () => {
  const some = fc.array(fc.integer({ min: -2_000, max: 2_000 }), { minLength: 6, maxLength: 40 })
  fc.assert(
    fc.property(some, (leads) => {
      let standing: ClockStanding | null = null
      for (const [second, lead] of leads.entries()) {
        const before: ClockStanding | null = standing
        const next = judgeClocks(before, reading(second, lead))
        standing = next
        if (before === null || next.knownMs === before.knownMs) continue
        const last = leads.slice(second - CLOCKS_SETTLE_MS / 1_000, second + 1)
        for (const one of last) expect(Math.abs(one - next.knownMs)).toBeLessThanOrEqual(250)
      }
    }),
  )
})

const NOW = 1_795_219_200_000
const HOUR = 3_600_000

test.each<
  [
    title: string,
    machine: number,
    database: number,
    lead: number | null,
    lastTick: number | null,
    start: number,
  ]
>([
  ['for the first time takes the machine’s clock', 0, HOUR, null, null, 0],
  ['for the first time takes the machine’s clock, if it is ahead', HOUR, 0, null, null, HOUR],
  ['goes on with the clocks that agreed', 0, 200, 100, -HOUR, 0],
  ['keeps the time that was behind the clocks', 0, 0, HOUR, -2 * HOUR, -HOUR],
  ['keeps the time that was ahead of the clocks', 0, 0, -HOUR, HOUR / 2, HOUR],
  ['takes the earlier of two clocks, if the machine is ahead', HOUR, 0, 0, null, 0],
  ['takes the earlier of two clocks, if the database is ahead', 0, HOUR, 0, null, 0],
  ['takes whole milliseconds of a database that is behind', 0, -HOUR + 0.5, 0, null, -HOUR],
  ['keeps to the machine’s clock within the tolerance', 0, -250, 0, null, 0],
  ['takes the earlier of two clocks beyond the tolerance', 0, -251, 0, null, -251],
  ['forgets a lead within the tolerance', 0, 0, 250, null, 0],
  ['keeps a lead beyond the tolerance', 0, 0, 251, null, -251],
  ['never begins before the newest tick', -HOUR, -HOUR, 0, 5_000, 5_000],
  ['for the first time on an old log never begins before its newest tick', -HOUR, 0, null, 5_000, 5_000],
])('a start %s', (_title, machine, database, lead, lastTick, start) => {
  const facts = {
    machineMs: NOW + machine,
    databaseMs: NOW + database,
    told: lead === null ? null : { leadMs: lead, isAgreed: true },
    lastTickAtMs: lastTick === null ? null : NOW + lastTick,
  }
  expect(timeAtStart(facts)).toBe(NOW + start)
})

test.each([
  ['the writer’s own time', 0, 0, true, true],
  ['half a second behind it', 500, 0, true, true],
  ['more than half a second behind it', 501, 0, true, false],
  ['more than half a second ahead of it', -501, 0, true, false],
  ['a time that a slow answer cannot tell from it', 700, 200, true, true],
  ['its time while it does not agree with its clocks', 0, 0, false, false],
])('whether a server may trade on %s', (_title, leadMs, errorMs, isAgreed, may) => {
  for (const writer of [0, 90_000, -90_000])
    expect(isWithWriter({ leadMs: writer, isAgreed }, { leadMs: writer + leadMs, errorMs })).toBe(may)
})

test('the clocks are apart by what a slow answer of the database cannot explain', () => {
  const stateAt = (database: number) => statesOf([reading(0, 0), reading(1, 0, database, 7)])[1]
  expect([257, -257].map(stateAt)).toEqual(['agree', 'agree'])
  expect([258, -258].map(stateAt)).toEqual(['apart', 'apart'])
})
