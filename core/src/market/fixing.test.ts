import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Tick } from './fixing.ts'
import { DURATIONS } from '../orders/durations.ts'
import { decidingSeconds, dueAtMs, entryDueAtMs, entryFixing, exitFixing } from './fixing.ts'

const S = 1_795_219_200_000

/** Ticks of [seconds after S, price], in log order from seq 100. */
function ticks(...rows: [number, number][]): Tick[] {
  return rows.map(([second, price], i) => ({ seq: 100 + i, atMs: S + second * 1000, price: BigInt(price) }))
}

test.each([
  [0, 1000],
  [1, 1000],
  [500, 1000],
  [501, 2000],
  [999, 2000],
])('accepted %i ms into a second, the entry tick is due at %i ms', (accepted, due) => {
  expect(entryDueAtMs(S + accepted)).toBe(S + due)
  expect(dueAtMs(S + accepted, 60)).toBe(S + due + 60_000)
})

const EACH_SECOND = ticks([0, 10], [1, 11], [2, 12], [3, 13], [4, 14], [5, 15])
test.each<[string, Tick[], number, number, number | 'no_entry']>([
  ['the first tick 500 ms later', EACH_SECOND, 500, 0, 101],
  ['not one that comes 499 ms later', EACH_SECOND, 501, 0, 102],
  ['on a whole second, not the tick of that second', EACH_SECOND, 1000, 0, 102],
  ['only a tick after the ticket in the log', EACH_SECOND, 500, 101, 102],
  ['a tick at most 3.5 s after acceptance', ticks([4, 14]), 500, 0, 100],
  ['not one later than that', ticks([4, 14]), 499, 0, 'no_entry'],
  ['none when the ticket was logged too late', EACH_SECOND, 500, 104, 'no_entry'],
  ['none without ticks', [], 500, 0, 'no_entry'],
])('entry: %s', (_, given, accepted, ticketSeq, expected) => {
  const fixing = entryFixing(given, { acceptedAtMs: S + accepted, ticketSeq })
  expect(fixing.ok ? fixing.tick.seq : fixing.reason).toBe(expected)
})

test.each<[string, Tick[], number, number | 'thin_window']>([
  ['the median of three', ticks([8, 12], [9, 10], [10, 11]), 3, 102],
  ['the lower median of two', ticks([8, 12], [10, 11]), 3, 101],
  ['the latest among equal prices', ticks([8, 10], [9, 11], [10, 11]), 3, 102],
  ['the latest among equal prices when they are the lower ones', ticks([8, 10], [9, 10], [10, 11]), 3, 101],
  ['void with one of three', ticks([10, 11]), 3, 'thin_window'],
  ['not the tick at the start of the window', ticks([7, 1], [10, 11]), 3, 'thin_window'],
  ['not a tick after it is due', ticks([10, 11], [11, 12]), 3, 'thin_window'],
  ['six of nine suffice', ticks([2, 1], [3, 2], [4, 3], [5, 4], [6, 5], [7, 6]), 9, 102],
  ['five of nine do not', ticks([2, 1], [3, 2], [4, 3], [5, 4], [6, 5]), 9, 'thin_window'],
  ['three of five suffice', ticks([6, 1], [7, 2], [8, 3]), 5, 101],
  ['two of five do not', ticks([6, 1], [7, 2]), 5, 'thin_window'],
  ['void without ticks', [], 31, 'thin_window'],
])('exit: %s', (_, given, fixingTicks, expected) => {
  const fixing = exitFixing(given, { dueAtMs: S + 10_000, fixingTicks })
  expect(fixing.ok ? fixing.tick.seq : fixing.reason).toBe(expected)
})

test('an order of every duration finds both fixings on a full log, the exit after the entry', () => {
  fc.assert(
    fc.property(
      fc.nat(5_000),
      fc.constantFrom(...DURATIONS.slice(0, 5)),
      fc.array(fc.nat(50), { minLength: 1 }),
      (ms, duration, noise) => {
        const log = Array.from(
          { length: duration.seconds + 12 },
          (_, i) => [i, 100 + (noise[i % noise.length] as number)] as [number, number],
        )
        const given = ticks(...log)
        const due = dueAtMs(S + ms, duration.seconds)
        const entry = entryFixing(given, { acceptedAtMs: S + ms, ticketSeq: 0 })
        const exit = exitFixing(given, { dueAtMs: due, fixingTicks: duration.fixingTicks })
        expect(entry).toMatchObject({ ok: true, tick: { atMs: entryDueAtMs(S + ms) } })
        expect(exit.ok && entry.ok && exit.tick.seq > entry.tick.seq && exit.tick.atMs <= due).toBe(true)
      },
    ),
    { numRuns: 40 },
  )
})

test('the exit price is a lower median, and one outlier cannot choose it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 19, maxLength: 31 }),
      fc.nat(30),
      (prices, which) => {
        const given = ticks(...prices.map((price, i) => [i, price] as [number, number]))
        const order = { dueAtMs: S + 30_000, fixingTicks: 31 }
        const fixing = exitFixing(given, order)
        if (!fixing.ok) throw new Error('the window is full enough')
        const below = prices.filter((price) => BigInt(price) < fixing.tick.price).length
        const above = prices.filter((price) => BigInt(price) > fixing.tick.price).length
        expect(below).toBeLessThanOrEqual(Math.floor((prices.length - 1) / 2))
        expect(above).toBeLessThanOrEqual(Math.ceil((prices.length - 1) / 2))
        const wild = given.map((tick, i) =>
          i === which % given.length ? { ...tick, price: 10n ** 15n } : tick,
        )
        const after = exitFixing(wild, order)
        expect(after.ok && after.tick.price <= 40n).toBe(true)
      },
    ),
  )
})

test('the deciding seconds are the four in which the entry may fall, and those of the window', () => {
  const due = S / 1000 + 60
  expect(decidingSeconds(due * 1000, { seconds: 60, fixingTicks: 3 }).map((second) => second - due)).toEqual([
    -60, -59, -58, -57, -2, -1, 0,
  ])
})

test('the deciding seconds suffice: without all other ticks, entry and exit price stay the same', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 999 }),
      fc.constantFrom(...DURATIONS.filter((one) => one.seconds <= 900)),
      fc.array(fc.nat(900), { minLength: 3, maxLength: 40 }),
      fc.nat(2),
      (ms, duration, noise, ticketSeq) => {
        const whole = ticks(
          ...Array.from(
            { length: duration.seconds + 12 },
            (_, i) => [i, 100 + (noise[i % noise.length] as number)] as [number, number],
          ),
        )
        const due = dueAtMs(S + ms, duration.seconds)
        const seconds = new Set(decidingSeconds(due, duration))
        const sparse = whole.filter((one) => seconds.has(one.atMs / 1000))
        const [all, few] = [whole, sparse].map((given) => [
          entryFixing(given, { acceptedAtMs: S + ms, ticketSeq }),
          exitFixing(given, { dueAtMs: due, fixingTicks: duration.fixingTicks }),
        ])
        expect(few).toEqual(all)
        expect(seconds.size).toBe(duration.fixingTicks + 4)
      },
    ),
    { numRuns: 60 },
  )
})
