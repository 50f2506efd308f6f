import type { YieldEntry } from '@tickmark/core/log/log'
import { expect, test } from 'vitest'
import {
  isUnshared,
  NO_PROGRAMME,
  withHostings,
  withProduct,
  withTick,
  withTrades,
  withYield,
} from './programme.ts'

const H = 'ab'.repeat(32)
const KNOWN = {
  ...NO_PROGRAMME,
  logged: 7,
  counted: 3,
  stated: 6,
  countedStatements: 2,
  day: '2026-11-20',
  carried: '-40',
  due: '2026-11-21',
  ticks: 9,
}
const AT = Date.parse('2026-11-21T12:00:00Z')
const NEXT: YieldEntry = {
  kind: 'yield',
  seq: 9,
  at: Date.parse('2026-11-22T00:00:01Z'),
  day: '2026-11-21',
  first: 4,
  last: 6,
  trades: H,
  profit: '101',
  carried: '0',
  pool: '30',
  payouts: H,
  real: [2, '5000', '30'],
  simulated: [1, '70', '0'],
  hostings: [3, 5],
}

test('trades with the next numbers, and the next day, are taken', () => {
  const begun = { ...NO_PROGRAMME, logged: 3, due: '2026-11-21' }
  expect(withTrades(NO_PROGRAMME, { at: AT, count: 3, first: 1, last: 3 })).toEqual(begun)
  const next = { ...KNOWN, day: '2026-11-21', due: '2026-11-22', ticks: 0, countedStatements: 5 }
  expect(withYield(KNOWN, NEXT)).toEqual({ ...next, logged: 7, counted: 6, carried: '0' })
  expect(
    withYield(KNOWN, { ...NEXT, last: 3, profit: '-2', carried: '-42', pool: '0', real: [0, '0', '0'] }),
  ).toEqual({ ...next, logged: 7, counted: 3, carried: '-42' })
})

test('statements with the next numbers, and the next version of a product, are taken', () => {
  expect(withHostings(KNOWN, { count: 2, first: 7, last: 8 })).toEqual({ ...KNOWN, stated: 8 })
  for (const numbers of [
    { count: 2, first: 8, last: 9 },
    { count: 2, first: 6, last: 7 },
    { count: 1, first: 7, last: 8 },
  ])
    expect(withHostings(KNOWN, numbers)).toBeNull()
  const known = withProduct(KNOWN, { mid: 3, version: 1 })
  expect(known?.versions).toEqual({ 3: 1 })
  expect(known && withProduct(known, { mid: 3, version: 2 })?.versions).toEqual({ 3: 2 })
  expect(known && withProduct(known, { mid: 3, version: 1 })).toBeNull()
  expect(withProduct(KNOWN, { mid: 1, version: 2 })).toBeNull()
})

test('the first yield is of any day that is over, and starts with line 1', () => {
  const first = { ...NEXT, first: 1, last: 0, profit: '60', hostings: [1, 0] as const }
  expect(withYield(NO_PROGRAMME, first)).toMatchObject({
    logged: 0,
    counted: 0,
    day: '2026-11-21',
    carried: '0',
  })
  expect(withYield(NO_PROGRAMME, NEXT)).toBeNull()
})

test.each([
  ['a gap', { count: 2, first: 9, last: 10 }],
  ['a number again', { count: 2, first: 7, last: 8 }],
  ['fewer lines than numbers', { count: 1, first: 8, last: 9 }],
])('trades with %s are refused', (_, trades) => {
  expect(withTrades(KNOWN, { at: AT, ...trades })).toBeNull()
})

test.each<[string, Partial<YieldEntry>]>([
  ['a day left out', { day: '2026-11-22', at: Date.parse('2026-11-23T00:00:00Z') }],
  ['the same day again', { day: '2026-11-20' }],
  ['a day that is no day', { day: '2026-13-01' }],
  ['a day that is not over', { at: Date.parse('2026-11-21T23:59:59.999Z') }],
  ['a line left out', { first: 5 }],
  ['a line counted twice', { first: 3 }],
  ['a statement left out', { hostings: [4, 5] }],
  ['a statement counted twice', { hostings: [2, 5] }],
  ['statements that are not logged', { hostings: [3, 7] }],
  ['lines that are not logged', { last: 8 }],
  ['losses forgotten', { pool: '50' }],
  ['losses not earned back', { carried: '-40' }],
  ['a pool too large', { pool: '31' }],
  ['a pool too small', { pool: '29' }],
  ['more paid than the pool, in real money', { real: [2, '5000', '31'] }],
  ['more paid than the pool, in practice', { simulated: [1, '70', '31'] }],
])('a yield with %s is refused', (_, change) => {
  expect(withYield(KNOWN, { ...NEXT, ...change })).toBeNull()
})

test('a day that is still not shared after six hours of ticks is missed, however long the log stood still', () => {
  const end = Date.parse('2026-11-22T00:00:00Z')
  let known = withTick({ ...KNOWN, ticks: 0 }, end - 1_000)
  expect(known.ticks).toBe(0)
  for (let i = 0; i < 21_600; i++) {
    expect(isUnshared(known)).toBe(false)
    known = withTick(known, end + 90_000_000 + i * 1_000)
  }
  expect(isUnshared(known)).toBe(true)
  expect(isUnshared(withYield(known, NEXT) ?? known)).toBe(false)
})

test('before the first trade no day is missed', () => {
  expect(withTick(NO_PROGRAMME, AT)).toEqual(NO_PROGRAMME)
})
