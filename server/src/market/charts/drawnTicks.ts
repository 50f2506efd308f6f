import type { Tick } from '@tickmark/core/market/fixing'
import type { Db } from '../../db/pool.ts'
import type { Market } from '../market.ts'
import { readTicksAt } from '../store.ts'
import { tickOfRow } from '../ticks.ts'

/** More points than a drawing can show apart. */
export const MOST_DRAWN = 600
const SECOND = 1_000

interface Stretch {
  pid: number
  /** Both included, ms since 1970. */
  fromMs: number
  toMs: number
}

/**
 * A product's ticks for a drawing, in order: each one, or at even steps of whole seconds and at the end when there would be more
 * than `MOST_DRAWN`. Seconds without a price are left out; nothing later than the newest signed tick is shown.
 */
export async function drawnTicks(
  db: Db,
  market: Pick<Market, 'latest' | 'ticksBetween'>,
  { pid, fromMs, toMs }: Stretch,
): Promise<Tick[]> {
  const untilMs = Math.min(toMs, market.latest()?.atMs ?? 0)
  const seconds = Math.floor((untilMs - fromMs) / SECOND)
  if (seconds < 0) return []
  if (seconds < MOST_DRAWN) return market.ticksBetween(pid, fromMs, untilMs)
  const ticks = (await readTicksAt(db, evenTimes(fromMs, untilMs, seconds))).map(tickOfRow)
  return ticks.flatMap(({ seq, atMs, prices }) => {
    const price = prices.get(pid)
    return price === undefined ? [] : [{ seq, atMs, price }]
  })
}

/** Whole seconds at even steps, from the first one in the stretch, and its last one: a drawing names the price there. */
function evenTimes(fromMs: number, untilMs: number, seconds: number): number[] {
  const everyMs = Math.ceil((seconds + 1) / (MOST_DRAWN - 1)) * SECOND
  const firstMs = Math.ceil(fromMs / SECOND) * SECOND
  const lastMs = Math.floor(untilMs / SECOND) * SECOND
  const count = Math.ceil((lastMs - firstMs) / everyMs)
  return [...Array.from({ length: Math.max(0, count) }, (_, at) => firstMs + at * everyMs), lastMs]
}
