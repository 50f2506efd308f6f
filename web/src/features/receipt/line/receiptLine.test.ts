import { entryBody } from '@tickmark/core/log/log'
import type { Receipt } from '@tickmark/core/receipts/receipts'
import { expect, test } from 'vitest'
import { receiptLine } from './receiptLine.ts'

const tick = (seq: number, price: number) =>
  entryBody({ kind: 'tick', seq, at: 1_000 * seq, prices: { 1: String(price), 2: '5' } })
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

function receipt(
  segments: string[][],
  settlement: { entrySeq: number; exitSeq: number; entryPrice: string },
) {
  return {
    ticket: { pid: 1, direction: 'up', barrierPpm: 0 },
    settlement,
    segments: segments.map((bodies) => ({ bodies })),
  } as unknown as Receipt
}

test('the line runs from left to right, the highest tick at the top, and contains the two deciding ticks', () => {
  const line = receiptLine(
    receipt([[tickets(1), tick(2, 100), tick(3, 300), tick(4, 200)]], {
      entrySeq: 2,
      exitSeq: 4,
      entryPrice: '100',
    }),
  )
  expect(line.runs).toEqual([
    [
      { x: 0, y: 1 },
      { x: 0.5, y: 0 },
      { x: 1, y: 0.5 },
    ],
  ])
  expect([line.entry, line.exit, line.level]).toEqual([{ x: 0, y: 1 }, { x: 1, y: 0.5 }, 1])
})

test('two runs leave room between them and stay within the box', () => {
  const line = receiptLine(
    receipt(
      [
        [tickets(1), tick(2, 100)],
        [tick(50, 120), tick(51, 130), tick(52, 90)],
      ],
      {
        entrySeq: 2,
        exitSeq: 51,
        entryPrice: '100',
      },
    ),
  )
  expect(line.runs.map((run) => run.length)).toEqual([1, 3])
  const [first, second] = line.runs
  expect((second?.[0]?.x ?? 0) - (first?.[0]?.x ?? 1)).toBeGreaterThan(0.12)
  expect(second?.at(-1)?.x).toBeCloseTo(1)
})

test('a void order has no marks, and equal prices lie in the middle', () => {
  const line = receiptLine(
    receipt([[tickets(1), tick(2, 100), tick(3, 100)]], { entrySeq: 0, exitSeq: 0, entryPrice: '0' }),
  )
  expect([line.entry, line.exit, line.level]).toEqual([null, null, null])
  expect(line.runs[0]?.map((place) => place.y)).toEqual([0.5, 0.5])
})
