import { canonicalText, type Canonical } from '@tickmark/core/canonical'
import type { Crypto } from '@tickmark/core/crypto'
import { parseEntry, type LogEntry, type TickEntry } from '@tickmark/core/log/log'
import { formatAmount } from '@tickmark/core/money/money'
import { productById } from '@tickmark/core/market/products'
import { checkDay, dayCommitment, factsOf, type DayReveal } from '@tickmark/core/market/simulated/day'
import { DAY_SECONDS, dayAt, pricesBetween, type PriceSeed } from '@tickmark/core/market/simulated/prices'
import { isRecord } from '@tickmark/core/json'
import { readExtract, readLog, valueOf } from './published.ts'

/** The check of a revealed day. `committed` is null when no commitment is given. */
export type DayReport =
  | { readable: false }
  | {
      readable: true
      day: string
      commitment: string
      committed: boolean | null
      ticks: number
      prices: number
      /** The first tick that differs, or another fault. */
      problem: string | null
      /** Prices of the whole day for each coin, when there is no fault. */
      drawn: { symbol: string; open: string; high: string; low: string; close: string }[]
    }

/**
 * Recomputes a revealed day from its seed and compares it with the given texts. The first text has the reveal: the entry itself,
 * or an extract of the log with it. Each text may be an extract with the commitment and ticks of the day.
 */
export function checkDayFiles(texts: readonly string[], crypto: Crypto): DayReport {
  const values = texts.map(valueOf)
  const entries = values.flatMap((value) => entriesOf(value, crypto) ?? [])
  const reveal = revealOf(values[0]) ?? entries.find((one) => one.kind === 'reveal')
  const facts = reveal && factsOf(reveal)
  if (!reveal || !facts || values.some((value) => value === undefined)) return { readable: false }
  const commitment = dayCommitment(reveal, crypto.sha256)
  const promise = entries.find((one) => one.kind === 'day' && one.day === reveal.day)
  const promised = promise?.kind === 'day' ? promise.commit : committedIn(values[0])
  const ticks = ticksOn(entries, facts.day)
  const checked = checkDay(reveal, promised ?? commitment, ticks, crypto.sha256)
  const isBroken = values.some((value) => readExtract(value) !== null && entriesOf(value, crypto) === null)
  const isSound = checked.ok && !isBroken
  return {
    readable: true,
    day: reveal.day,
    commitment,
    committed: promised === null ? null : promised === commitment,
    ticks: ticks.length,
    prices: checked.ok ? checked.prices : 0,
    problem: isBroken ? 'not_in_tree' : checked.ok ? null : problemText(checked),
    drawn: isSound
      ? drawDay({ sha256: crypto.sha256, dayFacts: () => facts }, facts.day, [...facts.levels.keys()])
      : [],
  }
}

function problemText(checked: { problem: string; seq?: number }): string {
  return checked.seq === undefined ? checked.problem : `${checked.problem} at ${checked.seq}`
}

/** Entries of a log extract; empty for another file, null when they are not in its checkpoint's tree. */
function entriesOf(value: unknown, crypto: Crypto): LogEntry[] | null {
  const extract = readExtract(value)
  if (!extract) return []
  const log = readLog(extract, crypto)
  return log.ok ? log.entries : null
}

/** A reveal, by itself or as a log entry with sequence number and time. */
function revealOf(value: unknown): DayReveal | null {
  if (!isRecord(value)) return null
  const { day, seed, levels } = value
  try {
    const entry = parseEntry(canonicalText({ at: 0, day, kind: 'reveal', levels, seed, seq: 1 } as Canonical))
    return entry?.kind === 'reveal' ? entry : null
  } catch {
    return null
  }
}

function committedIn(value: unknown): string | null {
  return isRecord(value) && typeof value.commit === 'string' ? value.commit : null
}

function ticksOn(entries: readonly LogEntry[], day: number): TickEntry[] {
  const bySeq = new Map<number, TickEntry>()
  for (const one of entries) {
    if (one.kind === 'tick' && dayAt(one.at) === day) bySeq.set(one.seq, one)
  }
  return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq)
}

function drawDay(world: PriceSeed, day: number, pids: readonly number[]) {
  const from = day * DAY_SECONDS
  return pids.flatMap((pid) => {
    const product = productById(pid)
    if (!product) return []
    const prices = pricesBetween(world, product, from, from + DAY_SECONDS - 1, 1)
    let [high, low] = [prices[0] as bigint, prices[0] as bigint]
    for (const price of prices) {
      if (price > high) high = price
      if (price < low) low = price
    }
    const [open, close] = [prices[0] as bigint, prices.at(-1) as bigint]
    return [
      {
        symbol: product.symbol,
        open: formatAmount(open),
        high: formatAmount(high),
        low: formatAmount(low),
        close: formatAmount(close),
      },
    ]
  })
}
