import { hexOf } from '@tickmark/core/bytes'
import type { TickEntry } from '@tickmark/core/log/log'
import { decidingSeconds, type Tick } from '@tickmark/core/market/fixing'
import { DURATIONS } from '@tickmark/core/orders/durations'
import { decideRefused } from '@tickmark/core/record/decideRefused'
import type { LineTerms } from '@tickmark/core/record/lineTerms'
import { pricesOf, type IsPriced } from '@tickmark/core/record/recordPrices'
import {
  REFUSAL_LAG_MS,
  refusedTerms,
  type RefusalLine,
  type RefusedLine,
} from '@tickmark/core/record/refusedLine'
import type { Reader } from '../db/pool.ts'
import type { Span } from './lineStore.ts'
import { announcedIn, loggedRefusals, ticksAt, type RefusalRow } from './refusalStore.ts'

/**
 * The lines of the refusals that a day's record has, in the order of the log: those logged `REFUSAL_LAG_MS` earlier than the day. A
 * refused order has its terms when they were an offer of the log's models, as a public count can check no others.
 */
export async function* refusalLines(
  reader: Reader,
  { fromMs, toMs }: Span,
): AsyncGenerator<(RefusalLine | RefusedLine)[]> {
  const span = { fromMs: fromMs - REFUSAL_LAG_MS, toMs: toMs - REFUSAL_LAG_MS }
  let isPriced: IsPriced | null = null
  for await (const rows of loggedRefusals(reader, span)) {
    if (!isPriced) {
      const { models, rules } = await announcedIn(reader, span)
      isPriced = pricesOf(models, rules)
    }
    const offered = isPriced
    const terms = rows
      .map(({ text, at_ms: atMs }) => refusedTerms(text, Number(atMs)))
      .map((one) => (one && offered(one) ? one : null))
    const ticks = await ticksAt(reader, [...new Set(terms.flatMap(secondsOf))])
    yield rows.map((row, i) => lineOf(row, terms[i] ?? null, ticks))
  }
}

function secondsOf(terms: LineTerms | null): number[] {
  const duration = DURATIONS.find((one) => one.seconds === terms?.duration)
  return terms && duration ? decidingSeconds(terms.due, duration).map((second) => second * 1000) : []
}

function lineOf(
  { leaf, log_seq: seq }: RefusalRow,
  terms: LineTerms | null,
  ticks: ReadonlyMap<number, TickEntry>,
): RefusalLine | RefusedLine {
  const place = { refusal: hexOf(leaf), logged: Number(seq) }
  const outcome = terms && decideRefused(terms, { between: (...span) => between(ticks, ...span) })
  return terms && outcome ? { kind: 'refused', ...place, ...terms, outcome } : { kind: 'refusal', ...place }
}

function between(ticks: ReadonlyMap<number, TickEntry>, pid: number, fromMs: number, toMs: number): Tick[] {
  const found: Tick[] = []
  for (let atMs = fromMs; atMs <= toMs; atMs += 1000) {
    const tick = ticks.get(atMs)
    const price = tick?.prices[pid]
    if (tick && price !== undefined) found.push({ seq: tick.seq, atMs, price: BigInt(price) })
  }
  return found
}
