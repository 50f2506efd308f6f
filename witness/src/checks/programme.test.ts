import type { LogEntry, Moving, YieldEntry } from '@tickmark/core/log/log'
import { expect, test } from 'vitest'
import { addHeld, heldTable, openingHoldings } from '@tickmark/core/arbitrage/holdings'
import {
  isUnshared,
  NO_PROGRAMME,
  programmeAfter,
  withHostings,
  withProduct,
  withTick,
  withTrades,
  withYield,
} from './programme.ts'

const H = 'ab'.repeat(32)
const KNOWN = {
  ...NO_PROGRAMME,
  start: '2026-11-19',
  seq: 5,
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
  before: 5,
  held: heldWith(0n),
  moving: [],
  taken: [{ at: Date.parse('2026-11-22T00:00:00Z'), next: 8, usdt: { 3: '61' } }],
}

/** The earnings taken on the first day. */
const TAKEN = { at: Date.parse('2026-11-22T00:00:00Z'), next: 1, usdt: { 1: '60' } }

const MOVING: Moving = { number: 5, from: 1, to: 3, currency: 4, amount: '7' }

/** The opening holdings without what a move took. */
function heldDuring({ from, currency, amount }: Moving): YieldEntry['held'] {
  const held = openingHoldings()
  addHeld(held, from, currency, -BigInt(amount))
  return heldTable(held)
}

/** The opening holdings less the carried loss in USDT. */
function heldWith(carried: bigint): YieldEntry['held'] {
  const held = openingHoldings()
  addHeld(held, 3, 1, carried)
  return heldTable(held)
}

test('trades with the next numbers, and the next day, are accepted', () => {
  expect(withTrades(NO_PROGRAMME, { count: 3, first: 1, last: 3 })).toEqual({ ...NO_PROGRAMME, logged: 3 })
  const next = { ...KNOWN, day: '2026-11-21', seq: 9, due: '2026-11-22', ticks: 0, countedStatements: 5 }
  expect(withYield(KNOWN, NEXT)).toEqual({ ...next, logged: 7, counted: 6, carried: '0', taken: NEXT.taken })
  expect(
    withYield(KNOWN, {
      ...NEXT,
      last: 3,
      profit: '-2',
      carried: '-42',
      pool: '0',
      real: [0, '0', '0'],
      held: heldWith(-42n),
      taken: [],
    }),
  ).toEqual({ ...next, logged: 7, counted: 3, carried: '-42' })
})

test('a move is under way from its own day until a later one', () => {
  const first = withYield(KNOWN, { ...NEXT, held: heldDuring(MOVING), moving: [MOVING] })
  expect(first?.moving).toEqual([MOVING])
  const second = {
    ...NEXT,
    day: '2026-11-22',
    at: NEXT.at + 86_400_000,
    first: 7,
    last: 7,
    before: 9,
    seq: 12,
  }
  const more = { hostings: [6, 6] as const, profit: '0', pool: '0', real: [0, '0', '0'] as const, taken: [] }
  expect(
    first && withYield(first, { ...second, ...more, held: heldDuring(MOVING), moving: [MOVING] }),
  ).not.toBeNull()
  expect(first && withYield(first, { ...second, ...more, held: heldWith(0n), moving: [] })?.moving).toEqual(
    [],
  )
})

test('statements with the next numbers, and the next version of a product, are accepted', () => {
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

test('the first yield is of the day of the log’s first entry, and starts with line 1', () => {
  const first: YieldEntry = {
    ...NEXT,
    first: 1,
    last: 0,
    profit: '60',
    hostings: [1, 0],
    before: 0,
    taken: [TAKEN],
  }
  const begun = { ...NO_PROGRAMME, start: '2026-11-21' }
  expect(programmeAfter(begun, first)).toMatchObject({
    logged: 0,
    counted: 0,
    day: '2026-11-21',
    seq: 9,
    carried: '0',
  })
  expect(programmeAfter(begun, { ...first, first: 4, last: 6 })).toBeNull()
  // Empty days from long ago, or later ones, would delay the first real day.
  expect(programmeAfter(begun, { ...first, day: '1999-01-01' })).toBeNull()
  expect(programmeAfter({ ...begun, start: '2026-11-20' }, first)).toBeNull()
})

test.each<[string, LogEntry]>([
  ['trades', { kind: 'trades', seq: 3, at: AT, count: 1, first: 1, last: 1, root: H }],
  ['statements about hosting', { kind: 'hostings', seq: 3, at: AT, count: 1, first: 1, last: 1, root: H }],
  [
    'a product',
    {
      kind: 'product',
      seq: 3,
      at: AT,
      mid: 1,
      version: 1,
      days: 7,
      least: '1',
      most: '2',
      upperPpm: 300,
      exitFeePpm: 0,
    },
  ],
])('after %s the programme has begun, and the day of the log’s first entry is due', (_, entry) => {
  const read = programmeAfter(NO_PROGRAMME, {
    kind: 'release',
    seq: 1,
    at: AT - 86_400_000,
    verifier: H,
    script: H,
  })
  expect(read).toEqual({ ...NO_PROGRAMME, start: '2026-11-20' })
  const begun = read && programmeAfter(read, entry)
  expect(begun).toMatchObject({ start: '2026-11-20', due: '2026-11-20', ticks: 0 })
  expect(begun && programmeAfter(begun, { kind: 'tick', seq: 4, at: AT, prices: {} })?.ticks).toBe(1)
})

test.each([
  ['a gap', { count: 2, first: 9, last: 10 }],
  ['a number again', { count: 2, first: 7, last: 8 }],
  ['fewer lines than numbers', { count: 1, first: 8, last: 9 }],
])('trades with %s are refused', (_, trades) => {
  expect(withTrades(KNOWN, trades)).toBeNull()
})

test.each<[string, Partial<YieldEntry>]>([
  ['a day left out', { day: '2026-11-22', at: Date.parse('2026-11-23T00:00:00Z') }],
  ['the same day again', { day: '2026-11-20' }],
  ['a day of long ago', { day: '2001-01-01' }],
  ['another day before it', { before: 4 }],
  ['coins that are gone', { held: { ...heldWith(0n), 2: heldWith(0n)[1] ?? {}, 1: {} } }],
  ['USDT that the day did not earn', { held: heldWith(-1n) }],
  ['earnings that were taken from no venue', { taken: [] }],
  ['a move under way that left no venue', { moving: [MOVING] }],
  ['what left a venue and is not under way', { held: heldDuring(MOVING) }],
  [
    'a move under way that the day before did not have',
    { held: heldDuring(MOVING), moving: [{ ...MOVING, number: 3 }] },
  ],
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

test('a day still unshared after six hours of ticks is reported as missing, however long the log stalled', () => {
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

test('before the first trade no day is missing', () => {
  expect(withTick(NO_PROGRAMME, AT)).toEqual(NO_PROGRAMME)
})
