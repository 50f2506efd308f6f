import { expect, test } from 'vitest'
import type { Taken } from '../../log/log.ts'
import { openingHoldings } from '../holdings.ts'
import { heldWithout, isBefore, takenOn, takenSince, type TakenBefore } from './taken.ts'

const END = Date.parse('2026-11-22T00:00:00Z')
const OWN: Taken = { at: END + 5, next: 12, usdt: { 1: '60', 3: '40' } }
const ENTRY = { at: END + 1_000, day: '2026-11-21', last: 9, profit: '130', taken: [OWN] }
const BEFORE: TakenBefore = {
  carried: '-30',
  taken: [{ at: END - 86_000_000, next: 4, usdt: { 2: '7' } }],
}
/** Two days closed one after the other, when lines of later days existed already. */
const LATE: Taken = { at: END + 3, next: 12, usdt: { 2: '7' } }

test('a day’s own earnings come last in its entry, after older ones that later lines may not know of', () => {
  expect(takenOn(ENTRY, BEFORE)).toEqual(OWN.usdt)
  expect(takenOn({ ...ENTRY, taken: [LATE, OWN] }, { carried: '-30', taken: [LATE] })).toEqual(OWN.usdt)
  expect(takenOn({ ...ENTRY, profit: '30', taken: [] }, BEFORE)).toEqual({})
  expect(takenOn({ ...ENTRY, profit: '100' }, null)).toEqual(OWN.usdt)
  expect([takenSince([LATE, OWN], 10), takenSince([LATE, OWN], 11)]).toEqual([[LATE, OWN], []])
})

test.each<[what: string, taken: readonly Taken[], before: TakenBefore]>([
  ['nothing of what was earned', [], BEFORE],
  ['less than was earned', [{ ...OWN, usdt: { 1: '60' } }], BEFORE],
  ['a venue that there is not', [{ ...OWN, usdt: { 1: '60', 9: '40' } }], BEFORE],
  ['a time within the day', [{ ...OWN, at: END - 1 }], BEFORE],
  ['a time after the entry', [{ ...OWN, at: ENTRY.at + 1 }], BEFORE],
  ['a line of the day as decided afterwards', [{ ...OWN, next: 9 }], BEFORE],
  ['two takes of its own', [OWN, OWN], BEFORE],
  ['what lies behind all lines', [...(BEFORE?.taken ?? []), OWN], BEFORE],
  ['nothing of the day before', [OWN], { carried: '-30', taken: [LATE] }],
  ['another sum of the day before', [{ ...LATE, usdt: { 2: '8' } }, OWN], { carried: '-30', taken: [LATE] }],
  [
    'another venue of the day before',
    [{ ...LATE, usdt: { 1: '7' } }, OWN],
    { carried: '-30', taken: [LATE] },
  ],
  ['no venue of the day before', [{ ...LATE, usdt: {} }, OWN], { carried: '-30', taken: [LATE] }],
  [
    'one venue more for the day before',
    [{ ...LATE, usdt: { 2: '7', 3: '5' } }, OWN],
    { carried: '-30', taken: [LATE] },
  ],
  ['another time of the day before', [{ ...LATE, at: END }, OWN], { carried: '-30', taken: [LATE] }],
  ['other lines for the day before', [{ ...LATE, next: 11 }, OWN], { carried: '-30', taken: [LATE] }],
  [
    'less than the day before knew',
    [{ ...LATE, next: 13 }, OWN],
    { carried: '-30', taken: [{ ...LATE, next: 13 }] },
  ],
])('an entry that states %s is false', (_, taken, before) => {
  expect(takenOn({ ...ENTRY, taken }, before)).toBeNull()
})

test('a day without a profit takes nothing', () => {
  expect(takenOn({ ...ENTRY, profit: '30' }, BEFORE)).toBeNull()
})

test('a line with a lower number does not know of the earnings taken', () => {
  const usdtOf = (number: number) =>
    [1, 2, 3].map((venue) => heldWithout(openingHoldings(), [LATE, OWN], { number }).get(venue)?.get(1))
  const opening = openingHoldings().get(1)?.get(1) ?? 0n
  expect(usdtOf(11)).toEqual([opening + 60n, opening + 7n, opening + 40n])
  expect(usdtOf(12)).toEqual([opening, opening, opening])
})

test('a move was decided before earnings were taken when its number is lower than that of the first line after', () => {
  expect([11, 12].map((number) => isBefore({ number }, OWN))).toEqual([true, false])
})
