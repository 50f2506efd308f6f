import { parseEntry } from '@tickmark/core/log/log'
import { winningLevel } from '@tickmark/core/orders/orders'
import type { Receipt } from '@tickmark/core/receipts/receipts'
import type { ChartOrder, ChartPoint } from '@tickmark/ui/chart/price/Chart.tsx'

/** Units per unit of price, for drawing. */
const UNITS = 1e8

/** The receipt's ticks of its coin, oldest first. For drawing only: these floats decide nothing. */
export function receiptTicks({ segments, ticket }: Receipt): (ChartPoint & { seq: number })[] {
  return segments
    .flatMap((segment) => segment.bodies)
    .flatMap((body) => {
      const entry = parseEntry(body)
      const price = entry?.kind === 'tick' ? entry.prices[ticket.pid] : undefined
      return entry && price !== undefined
        ? [{ seq: entry.seq, atMs: entry.at, value: Number(price) / UNITS }]
        : []
    })
    .toSorted((a, b) => a.atMs - b.atMs)
}

/** The receipt's order as a chart draws it; null without an entry tick. An early close has no settlement window. */
export function receiptDrawing(
  receipt: Receipt,
  { entryText, winsText }: Pick<ChartOrder, 'entryText' | 'winsText'>,
): ChartOrder | null {
  const { ticket, settlement } = receipt
  const ticks = receiptTicks(receipt)
  const entry = ticks.find((one) => one.seq === settlement.entrySeq)
  if (!entry || settlement.entrySeq === 0) return null
  const exit = settlement.exitSeq === 0 ? undefined : ticks.find((one) => one.seq === settlement.exitSeq)
  const level = winningLevel(ticket.direction, ticket.barrierPpm, BigInt(settlement.entryPrice))
  const { outcome } = settlement
  const isClosed = outcome === 'closed'
  return {
    direction: ticket.direction,
    entryAtMs: entry.atMs,
    endAtMs: isClosed ? settlement.settledAt : ticket.dueAt,
    entry: entry.value,
    barrier: Number(level) / UNITS,
    entryText,
    winsText,
    ...(!isClosed && { windowFromMs: ticket.dueAt - ticket.fixingTicks * 1_000 }),
    ...(exit && {
      exit: { ...exit, outcome: outcome === 'won' || outcome === 'lost' ? outcome : ('even' as const) },
    }),
  }
}

/**
 * The price path between the receipt's ticks, from this house's log. Null when the two share no second or differ in
 * one: the receipt is then of another log.
 */
export function receiptPath(receipt: Receipt, logged: readonly ChartPoint[]): ChartPoint[] | null {
  const known = new Map(logged.map((one) => [one.atMs, one]))
  const own = receiptTicks(receipt)
  const both = own.filter((one) => known.has(one.atMs))
  const fits = both.every((one) => known.get(one.atMs)?.value.toFixed(8) === one.value.toFixed(8))
  if (both.length === 0 || !fits) return null
  for (const { atMs, value } of own) known.set(atMs, { atMs, value })
  return [...known.values()].toSorted((a, b) => a.atMs - b.atMs)
}
