import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIMIT_KINDS } from './limitKinds.ts'
import { changeOf, inForce, type Limit, limitAt, LOOSENING_MS, NO_LIMIT, readLimit } from './limits.ts'

const NOW = 1_000_000_000_000

test.each([
  ['lossDay', '1', 1],
  ['lossWeek', ' 250 ', 250],
  ['stakeDay', '1000000', 1_000_000],
  ['minutesDay', '1440', 1_440],
  ['minutesWeek', '10080', 10_080],
  ['lossDay', '', null],
  ['stakeWeek', '  ', null],
] as const)('%s of "%s" is read as %s', (kind, text, value) => {
  expect(readLimit(kind, text)).toEqual({ ok: true, value })
})

test.each([
  ['lossDay', '0'],
  ['lossDay', '-5'],
  ['lossDay', '1.5'],
  ['lossDay', '1,000'],
  ['lossDay', '1e3'],
  ['lossDay', '007'],
  ['lossDay', '١٠'],
  ['stakeWeek', '1000001'],
  ['stakeWeek', '99999999999999999999'],
  ['minutesDay', '1441'],
  ['minutesWeek', '10081'],
  ['minutesWeek', 'NaN'],
] as const)('%s of "%s" is refused', (kind, text) => {
  expect(readLimit(kind, text)).toEqual({ ok: false, refusal: { code: 'limit_invalid' } })
})

const later = { fromMs: NOW + LOOSENING_MS }
const pendingTo = (value: number | null, fromMs = NOW + 5): Limit => ({
  value: 100,
  pending: { value, fromMs },
})
const held: Limit = { value: 100, pending: null }
test.each<[string, Limit, number | null, Limit]>([
  ['a first limit holds at once', NO_LIMIT, 100, held],
  ['no limit where there was none stays so', NO_LIMIT, null, NO_LIMIT],
  ['a tighter one holds at once', held, 40, { value: 40, pending: null }],
  ['the same changes nothing', held, 100, held],
  ['a looser one waits', held, 200, { value: 100, pending: { value: 200, ...later } }],
  ['none is the loosest', held, null, { value: 100, pending: { value: null, ...later } }],
  [
    'another looser wish begins its wait anew',
    pendingTo(300),
    200,
    { value: 100, pending: { value: 200, ...later } },
  ],
  ['the same looser wish is not put off', pendingTo(300), 300, pendingTo(300)],
  ['the present value again takes the wish back', pendingTo(null), 100, held],
  ['a tighter one takes the wish back, too', pendingTo(300), 50, { value: 50, pending: null }],
  ['a wish whose time has come is what holds', pendingTo(300, NOW), 250, { value: 250, pending: null }],
  ['none whose time has come is none', pendingTo(null, NOW - 1), 7, { value: 7, pending: null }],
])('%s', (_, current, wish, next) => {
  expect(changeOf(current, wish, NOW)).toEqual(next)
})

test('a pending value holds from its moment on, not a millisecond earlier', () => {
  const limit = pendingTo(null, NOW)
  expect([inForce(limit, NOW - 1), inForce(limit, NOW)]).toEqual([100, null])
  expect(limitAt(limit, NOW - 1)).toEqual(limit)
  expect(limitAt(limit, NOW)).toEqual(NO_LIMIT)
})

const wish = fc.option(fc.integer({ min: 1, max: 50 }))
const step = fc.record({ wish, waitMs: fc.constantFrom(0, 1, 3_600_000, LOOSENING_MS - 1, LOOSENING_MS) })

test('a looser value takes effect only after a whole day, whatever the order of requests', () => {
  const most = (value: number | null) => value ?? Infinity
  const run = (steps: { wish: number | null; waitMs: number }[]) => {
    let limit = NO_LIMIT
    let nowMs = NOW
    let strictest = Infinity // the tightest wish of the last 24 hours, including the present one
    const wishes: { value: number | null; atMs: number }[] = []
    for (const one of steps) {
      nowMs += one.waitMs
      const before = inForce(limit, nowMs)
      limit = changeOf(limit, one.wish, nowMs)
      wishes.push({ value: one.wish, atMs: nowMs })
      const after = inForce(limit, nowMs)
      expect(most(after)).toBeLessThanOrEqual(most(before)) // the limit never loosens by itself
      expect(most(after)).toBeLessThanOrEqual(Math.max(most(one.wish), most(before)))
      if (most(one.wish) <= most(before)) expect(after).toBe(one.wish)
      strictest = Math.min(
        ...wishes.filter(({ atMs }) => nowMs - atMs < LOOSENING_MS).map(({ value }) => most(value)),
      )
      expect(most(after)).toBeLessThanOrEqual(strictest)
    }
  }
  fc.assert(fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), run), { numRuns: 2_000 })
})

test('every kind has bounds, and a value within them is read back', () => {
  for (const kind of LIMIT_KINDS) {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_440 }), (value) => {
        expect(readLimit(kind, String(value))).toEqual({ ok: true, value })
      }),
    )
  }
})
