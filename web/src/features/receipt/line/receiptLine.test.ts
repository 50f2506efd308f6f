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

test('runs share the width by their length, of which a short one counts as four ticks', () => {
  const long = Array.from({ length: 8 }, (_, i) => tick(50 + i, 100))
  const settlement = { entrySeq: 2, exitSeq: 57, entryPrice: '100' }
  const { runs, entry, exit } = receiptLine(receipt([[tick(2, 100)], long, [tickets(70)]], settlement))
  // 0.12 of the width stays free between the two; the rest is shared 4 to 8.
  const [short, wide] = [0.88 / 3, (0.88 * 2) / 3]
  expect(runs.map((run) => run.map(({ x }) => x))).toEqual([
    [expect.closeTo(short / 2, 9)],
    Array.from({ length: 8 }, (_, i): unknown => expect.closeTo(short + 0.12 + (wide * i) / 7, 9)),
  ])
  expect([entry?.x, exit?.x]).toEqual([expect.closeTo(short / 2, 9), expect.closeTo(1, 9)])
})

test('the winning level is drawn, also outside the ticks, and ticks of other coins are not', () => {
  const bodies = [tick(2, 1_000_000), tick(3, 1_000_200)]
  const given = receipt([bodies], { entrySeq: 2, exitSeq: 0, entryPrice: '1000000' })
  const up = { ...given, ticket: { ...given.ticket, barrierPpm: 400 } }
  expect(receiptLine(up)).toMatchObject({ level: 0, exit: null, runs: [[{ y: 1 }, { y: 0.5 }]] })
  const down = { ...given, ticket: { ...up.ticket, direction: 'down' as const } }
  expect(receiptLine(down)).toMatchObject({
    level: 1,
    runs: [[{ y: expect.closeTo(1 / 3, 9) as number }, { y: 0 }]],
  })
  expect(receiptLine({ ...given, ticket: { ...given.ticket, pid: 3 } }).runs).toEqual([])
})
