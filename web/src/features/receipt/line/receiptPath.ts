import { parseEntry } from '@tickmark/core/log/log'
import { winningLevel } from '@tickmark/core/orders/orders'
import type { Receipt } from '@tickmark/core/receipts/receipts'
import type { ChartOrder, ChartPoint } from '@tickmark/ui/chart/Chart.tsx'

/** Prices in units, for a drawing. */
const UNITS = 1e8

/** The ticks that a receipt has of its coin, oldest first. For drawing only: these floats decide nothing. */
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

/** The order of a receipt as a chart draws it; null without an entry tick. */
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
  return {
    direction: ticket.direction,
    entryAtMs: entry.atMs,
    dueAtMs: ticket.dueAt,
    entry: entry.value,
    barrier: Number(level) / UNITS,
    entryText,
    winsText,
    windowFromMs: ticket.dueAt - ticket.fixingTicks * 1_000,
    ...(exit && {
      exit: { ...exit, outcome: outcome === 'won' || outcome === 'lost' ? outcome : ('even' as const) },
    }),
  }
}

/**
 * The way of the price between the ticks of a receipt, as the log of this house has it; null when the two have no second
 * in common, or differ in one: then the receipt is of another log.
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
