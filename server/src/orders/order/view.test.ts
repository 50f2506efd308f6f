import { describe, expect, test } from 'vitest'
import {
  codeOfDirection,
  codeOfOutcome,
  orderWith,
  type Order,
  type PlacedRow,
  type Result,
} from './order.ts'
import { itemOf, rateText, secondsUp } from './view.ts'

const NOW = 1_800_000_000_000
const ONE = 100_000_000n

const ROW: PlacedRow = {
  user_id: 7n,
  stake: 10n * ONE,
  profit: 9n * ONE,
  fee: 1n,
  accepted_at_ms: BigInt(NOW),
  due_at_ms: BigInt(NOW + 60_000),
  batch: 3n,
  id: '0192f0a0-0000-7000-8000-0123456789ab',
  ticket_index: 2,
  barrier_ppm: 500,
  rate_pct: 92,
  chance_ppm: 500_000,
  margin_ppm: 40_000,
  model_seq: 4n,
  rules_seq: 5n,
  book: 1,
  currency: 1,
  pid: 1,
  duration_id: 110,
  direction: 0,
  ticket: Buffer.from('ab'.repeat(32), 'hex'),
}

const entry = { seq: 10, atMs: NOW + 1_000, price: 1_000n * ONE }
const exit = { seq: 70, atMs: NOW + 60_000, price: 1_001n * ONE }
const won: Result = {
  outcome: 'won',
  net: 9n * ONE - 1n,
  bid: null,
  entry,
  exit,
  settledAtMs: NOW + 61_000,
  receiptBatch: 4,
  receiptIndex: 0,
}
const open = orderWith(ROW, null)
const ended = (result: Partial<Result>): Order => orderWith(ROW, { ...won, ...result })
const shown = (order: Order, at: typeof entry | null = null, nowMs = NOW) =>
  itemOf(order, at, 'english', nowMs)

test('an order is read from its row as it was placed', () => {
  expect(open).toMatchObject({
    userId: 7,
    book: 'simulated',
    currencyId: 1,
    terms: { pid: 1, direction: 'up', barrierPpm: 500, ratePct: 92, chancePpm: 500_000, marginPpm: 40_000 },
    basis: { model: 4, rules: 5 },
    sums: { stake: 10n * ONE, profit: 9n * ONE, fee: 1n },
    acceptedAtMs: NOW,
    dueAtMs: NOW + 60_000,
    ticketBatch: 3,
    ticketIndex: 2,
    ticket: 'ab'.repeat(32),
    result: null,
  })
  expect(orderWith({ ...ROW, book: 0, direction: 1 }, null)).toMatchObject({
    book: 'real',
    terms: { direction: 'down' },
  })
  expect(orderWith(ROW, won).result).toBe(won)
})

test('directions and outcomes have their numbers for ever', () => {
  expect((['up', 'down'] as const).map(codeOfDirection)).toEqual([0, 1])
  expect((['won', 'lost', 'tied', 'void', 'closed'] as const).map(codeOfOutcome)).toEqual([1, 2, 3, 4, 5])
})

describe('an open order', () => {
  test('shows what it may win after its fee, and has neither receipt nor end', () => {
    expect(shown(open)).toMatchObject({
      orderNumber: '0123456789AB',
      direction: 0,
      stake: '10',
      profit: '8.99999999',
      fee: '0.00000001',
      status: 0,
      outcome: null,
      hasReceipt: false,
      endedAt: null,
      entryPrice: null,
      entryAt: null,
      exitPrice: null,
      exitAt: null,
      level: null,
    })
  })

  test('has a level to pass once it has an entry price', () => {
    expect(shown(open, entry)).toMatchObject({ entryPrice: '1000', entryAt: NOW + 1_000, level: '1000.5' })
    const down = orderWith({ ...ROW, direction: 1 }, null)
    expect(shown(down, entry)).toMatchObject({ direction: 1, level: '999.5' })
  })

  test.each([
    [NOW, 60],
    [NOW + 1, 60],
    [NOW + 999, 60],
    [NOW + 1_000, 59],
    [NOW + 59_999, 1],
    [NOW + 60_000, 0],
    [NOW + 90_000, 0],
  ])('at %d has %d seconds left of 60', (nowMs, left) => {
    expect(shown(open, null, nowMs)).toMatchObject({ secondsLeft: left, totalSeconds: 60 })
  })
})

describe('a finished order', () => {
  test('shows its result and its own entry, whatever entry is given', () => {
    expect(shown(ended({}), { ...entry, price: 1n })).toMatchObject({
      secondsLeft: 0,
      status: 1,
      outcome: 'won',
      profit: '8.99999999',
      entryPrice: '1000',
      exitPrice: '1001',
      exitAt: NOW + 60_000,
      hasReceipt: true,
      endedAt: NOW + 60_000,
    })
  })

  test('that its owner closed ended when it was settled', () => {
    const closed = ended({ outcome: 'closed', bid: 5n, settledAtMs: NOW + 20_000 })
    expect(shown(closed)).toMatchObject({ outcome: 'closed', endedAt: NOW + 20_000 })
  })

  test('without an entry price shows no settlement price, which decided nothing', () => {
    expect(shown(ended({ outcome: 'void', entry: null }), entry)).toMatchObject({
      entryPrice: null,
      exitPrice: null,
      exitAt: null,
      level: null,
    })
  })
})

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [92, '0.92'],
  [100, '1.00'],
  [1_205, '12.05'],
])('a rate of %d hundredths is %s', (rate, text) => expect(rateText(rate)).toBe(text))

test.each([
  [-1, 0],
  [0, 0],
  [1, 1],
  [1_000, 1],
  [1_001, 2],
])('%d ms are %d seconds, rounded up', (ms, seconds) => expect(secondsUp(ms)).toBe(seconds))
