import { entryBody } from '@tickmark/core/log/log'
import type { Receipt } from '@tickmark/core/receipts/receipts'
import { expect, test } from 'vitest'
import { receiptDrawing, receiptPath, receiptTicks } from './receiptPath.ts'

const tick = (seq: number, price: string) =>
  entryBody({ kind: 'tick', seq, at: 1_000 * seq, prices: { 1: price, 2: '5' } })
const tickets = (seq: number) =>
  entryBody({
    kind: 'tickets',
    seq,
    at: 1_000 * seq,
    count: 1,
    first: 1,
    last: 1,
    root: '0'.repeat(64),
    model: 0,
  })
const BODIES = [[tick(9, '110000000')], [tickets(1), tick(2, '100000000'), tick(3, '100000001')]]
const TEXTS = { entryText: 'entry', winsText: 'wins' }

function receipt(settlement: object = {}, bodies = BODIES): Receipt {
  return {
    ticket: { pid: 1, direction: 'up', barrierPpm: 1_000, dueAt: 9_000, fixingTicks: 3 },
    settlement: { entrySeq: 2, exitSeq: 9, entryPrice: '100000000', outcome: 'won', ...settlement },
    segments: bodies.map((one) => ({ bodies: one })),
  } as unknown as Receipt
}

test('a receipt has the prices of its coin, oldest first', () => {
  expect(receiptTicks(receipt())).toEqual([
    { seq: 2, atMs: 2_000, value: 1 },
    { seq: 3, atMs: 3_000, value: 1.00000001 },
    { seq: 9, atMs: 9_000, value: 1.1 },
  ])
})

test('an order is drawn from its entry to its due second, with its level and window', () => {
  expect(receiptDrawing(receipt(), TEXTS)).toEqual({
    ...TEXTS,
    direction: 'up',
    entryAtMs: 2_000,
    endAtMs: 9_000,
    entry: 1,
    barrier: 1.001,
    windowFromMs: 6_000,
    exit: { seq: 9, atMs: 9_000, value: 1.1, outcome: 'won' },
  })
})

test.each([
  ['won', 'won'],
  ['lost', 'lost'],
  ['tied', 'even'],
  ['closed', 'even'],
])('an order that is %s ends %s in the drawing', (outcome, drawn) => {
  expect(receiptDrawing(receipt({ outcome }), TEXTS)?.exit?.outcome).toBe(drawn)
})

test('an order closed early is drawn until its close, without a settlement window', () => {
  const closed = receiptDrawing(receipt({ outcome: 'closed', exitSeq: 0, settledAt: 5_000 }), TEXTS)
  expect(closed?.endAtMs).toBe(5_000)
  expect(closed).not.toHaveProperty('windowFromMs')
})

test('without an exit an order has no end, and without an entry no drawing', () => {
  expect(receiptDrawing(receipt({ exitSeq: 0 }), TEXTS)).not.toHaveProperty('exit')
  expect(receiptDrawing(receipt({ exitSeq: 4 }), TEXTS)).not.toHaveProperty('exit')
  expect(receiptDrawing(receipt({ entrySeq: 0 }), TEXTS)).toBeNull()
  expect(receiptDrawing(receipt({ entrySeq: 4 }), TEXTS)).toBeNull()
})

test('the log’s prices fill the path between a receipt’s ticks', () => {
  const logged = [
    { atMs: 3_000, value: 1.00000001 },
    { atMs: 5_000, value: 2 },
    { atMs: 1_000, value: 3 },
  ]
  expect(receiptPath(receipt(), logged)?.map(({ atMs, value }) => [atMs, value])).toEqual([
    [1_000, 3],
    [2_000, 1],
    [3_000, 1.00000001],
    [5_000, 2],
    [9_000, 1.1],
  ])
})

test.each([
  ['has no second of the receipt', [{ atMs: 5_000, value: 2 }]],
  ['is empty', []],
  [
    'differs in one second by a unit',
    [
      { atMs: 2_000, value: 1 },
      { atMs: 3_000, value: 1.00000002 },
    ],
  ],
])('a log that %s gives no path', (_, logged) => {
  expect(receiptPath(receipt(), logged)).toBeNull()
})
