import { addHeld, heldTable, openingHoldings } from '@tickmark/core/arbitrage/holdings'
import type { LogEntry, Moving, YieldEntry } from '@tickmark/core/log/log'
import { dayName } from '@tickmark/core/market/simulated/prices'
import { expect, test } from 'vitest'
import { nodeCrypto } from '../crypto/nodeCrypto.ts'
import { houseWith, KEYS } from '../toyHouse.testing.ts'
import { findBrokenChain } from './yieldChain.ts'

const MOVING: Moving = { number: 2, from: 1, to: 3, currency: 4, amount: '7' }

/** Holdings with `carried` still to be earned back, and without what a move took. */
function heldWith(carried: bigint, moving?: Moving): YieldEntry['held'] {
  const held = openingHoldings()
  if (moving) addHeld(held, moving.from, moving.currency, -BigInt(moving.amount))
  addHeld(held, 2, 1, carried)
  return heldTable(held)
}

/** 2026-11-21. */
const DAY = 20_778
const H = 'ab'.repeat(32)
const FIGURES = { trades: H, payouts: H, real: [0, '0', '0'], simulated: [0, '0', '0'] } as const

const start: LogEntry = { kind: 'tick', seq: 1, at: DAY * 86_400_000 + 5_000, prices: {} }

/** Day `i` of the programme, logged as entry `i` + 2. */
function dayAt(
  i: number,
  {
    moving = [],
    taken = [],
    ...figures
  }: Pick<YieldEntry, 'profit' | 'carried' | 'pool' | 'held'> & Partial<YieldEntry>,
): YieldEntry {
  const seq = i + 2
  const at = (DAY + i + 1) * 86_400_000 + 1_000
  const numbers = { first: i + 1, last: i + 1, hostings: [1, 0] as const, before: i === 0 ? 0 : seq - 1 }
  return { kind: 'yield', ...FIGURES, seq, at, day: dayName(DAY + i), ...numbers, ...figures, moving, taken }
}

const TAKEN = { at: (DAY + 3) * 86_400_000, next: 4, usdt: { 2: '20' } }

/** A loss, a smaller profit, and a profit that earns everything back. */
const DAYS = [
  dayAt(0, { profit: '-70', carried: '-70', pool: '0', held: heldWith(-70n) }),
  dayAt(1, { profit: '30', carried: '-40', pool: '0', held: heldWith(-40n) }),
  dayAt(2, { profit: '60', carried: '0', pool: '10', held: heldWith(0n), taken: [TAKEN] }),
] as const

test.each<[what: string, log: LogEntry[], problem: string | null]>([
  ['days from the first one on', [start, ...DAYS], null],
  ['a loss that was made smaller', changed(0, { profit: '-50' }), 'broken_chain'],
  [
    'losses that a day forgot',
    changed(1, { profit: '70', carried: '0', held: heldWith(0n) }),
    'broken_chain',
  ],
  ['holdings without what was lost', changed(1, { held: heldWith(0n) }), 'broken_chain'],
  ['a profit that was not taken', changed(2, { taken: [] }), 'broken_chain'],
  ['more taken than was earned', changed(2, { taken: [{ ...TAKEN, usdt: { 2: '21' } }] }), 'broken_chain'],
  ['a move under way that left no venue', changed(1, { moving: [MOVING] }), 'broken_chain'],
  ['what left a venue and is not under way', changed(1, { held: heldWith(-40n, MOVING) }), 'broken_chain'],
  ['a move under way over a day', withMoving([1, 2]), null],
  ['a move under way to another venue', withMoving([1, 2], { ...MOVING, to: 5 }), 'broken_chain'],
  ['a day left out', changed(2, { day: dayName(DAY + 3) }), 'broken_chain'],
  ['a line left out', changed(1, { first: 3, last: 3 }), 'broken_chain'],
  ['a statement left out', changed(1, { hostings: [2, 2] }), 'broken_chain'],
  ['a statement counted twice', changed(0, { hostings: [1, 1] }), 'broken_chain'],
  ['a day that names itself', changed(2, { before: 4 }), 'broken_chain'],
  [
    'a day logged before the one that it follows',
    [start, DAYS[0], { ...start, seq: 3 }, { ...DAYS[2], before: 5 }, { ...DAYS[1], seq: 5 }],
    'broken_chain',
  ],
  ['a day that names no yield', changed(1, { before: 1 }), 'broken_chain'],
  ['a first day in the middle', changed(1, { before: 0, first: 1, profit: '-40' }), 'broken_chain'],
  [
    'a first day after the log’s first entry',
    [{ ...start, at: start.at - 86_400_000 }, ...DAYS],
    'broken_chain',
  ],
])('--full follows the days before back: %s', async (_, log, problem) => {
  const [, , , entry] = log as [LogEntry, YieldEntry, YieldEntry, YieldEntry]
  expect(await findBrokenChain(houseWith(log), entry, KEYS, nodeCrypto)).toBe(problem)
  const other = { ...KEYS, log: KEYS.receipts }
  expect(await findBrokenChain(houseWith(log), entry, other, nodeCrypto)).toBe('other_keys')
})

/** Days with the move under way at the end of some; at the end of the last of these, as it is stated then. */
function withMoving(days: readonly number[], stated = MOVING): LogEntry[] {
  return [
    start,
    ...DAYS.map((one, i) => {
      if (!days.includes(i)) return one
      const held = heldWith(BigInt(one.carried), MOVING)
      return { ...one, held, moving: [i === days.at(-1) ? stated : MOVING] }
    }),
  ]
}

function changed(i: number, change: Partial<YieldEntry>): LogEntry[] {
  return [start, ...DAYS.map((one, at) => (at === i ? { ...one, ...change } : one))]
}
