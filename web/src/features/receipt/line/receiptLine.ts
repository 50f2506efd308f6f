import { parseEntry } from '@tickmark/core/log/log'
import { winningLevel } from '@tickmark/core/orders/orders'
import type { Receipt } from '@tickmark/core/receipts/receipts'

/** A tick of the receipt in a 1 x 1 box: x from left to right, y downwards. */
export interface Point {
  x: number
  y: number
}

/** The receipt's price line. For drawing only: these floats decide nothing. */
export interface ReceiptLine {
  /** One run of ticks for each run of log entries; the receipt has no entries in between. */
  runs: Point[][]
  entry: Point | null
  exit: Point | null
  /** Height of the winning level. */
  level: number | null
}

interface Dot {
  seq: number
  price: number
}

/** Space between two runs, as a share of the width. */
const GAP = 0.12

/**
 * Lays out the ticks of a receipt. Runs share the width in proportion to their length; a single tick still gets some
 * space.
 */
export function receiptLine(receipt: Receipt): ReceiptLine {
  const runs = receipt.segments
    .map((segment) => dotsOf(segment.bodies, receipt.ticket.pid))
    .filter((run) => run.length > 0)
  const { settlement, ticket } = receipt
  const level =
    settlement.entrySeq === 0
      ? null
      : Number(winningLevel(ticket.direction, ticket.barrierPpm, BigInt(settlement.entryPrice)))
  const height = scale([...runs.flat().map((dot) => dot.price), ...(level === null ? [] : [level])])
  const placed = layOut(runs, height)
  const find = (seq: number) => placed.find((one) => one.seq === seq)?.place ?? null
  return {
    runs: runs.map((run) => run.map((dot) => find(dot.seq)).filter((place) => place !== null)),
    entry: settlement.entrySeq === 0 ? null : find(settlement.entrySeq),
    exit: settlement.exitSeq === 0 ? null : find(settlement.exitSeq),
    level: level === null ? null : height(level),
  }
}

function dotsOf(bodies: readonly string[], pid: number): Dot[] {
  const dots: Dot[] = []
  for (const body of bodies) {
    const entry = parseEntry(body)
    const price = entry?.kind === 'tick' ? entry.prices[pid] : undefined
    if (entry && price !== undefined) dots.push({ seq: entry.seq, price: Number(price) })
  }
  return dots
}

function scale(prices: readonly number[]): (price: number) => number {
  const low = Math.min(...prices)
  const span = Math.max(...prices) - low
  return (price) => (span === 0 ? 0.5 : 1 - (price - low) / span)
}

function layOut(runs: readonly Dot[][], height: (price: number) => number): { seq: number; place: Point }[] {
  const weights = runs.map((run) => Math.max(4, run.length))
  const whole = weights.reduce((sum, one) => sum + one, 0)
  const room = 1 - GAP * (runs.length - 1)
  let left = 0
  return runs.flatMap((run, at) => {
    const width = ((weights[at] ?? 0) / whole) * room
    const start = left
    left += width + GAP
    return run.map((dot, place) => ({
      seq: dot.seq,
      place: {
        x: start + (run.length < 2 ? width / 2 : (place / (run.length - 1)) * width),
        y: height(dot.price),
      },
    }))
  })
}
