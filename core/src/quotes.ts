import { canonicalText } from './canonical.ts'
import type { Terms } from './orders.ts'

/** How long a return range holds after it was shown. */
export const QUOTE_LIFE_MS = 15_000

/** Terms offered for a short time. Its signed text is the id of a return range. */
export interface Quote extends Terms {
  expiresAtMs: number
}

/** The text that the server signs. */
export function quoteText(quote: Quote): string {
  return canonicalText([
    'quote-1',
    quote.pid,
    quote.durationId,
    quote.direction,
    quote.barrierPpm,
    quote.ratePct,
    quote.chancePpm,
    quote.marginPpm,
    quote.expiresAtMs,
  ])
}

/** Reads a quote's text back, or null for anything that `quoteText` would not have written. */
export function parseQuote(text: string): Quote | null {
  const fields = parseList(text)
  if (!fields || fields.length !== 9 || fields[0] !== 'quote-1') return null
  const [, pid, durationId, direction, barrierPpm, ratePct, chancePpm, marginPpm, expiresAtMs] = fields
  if (direction !== 'up' && direction !== 'down') return null
  const numbers = [pid, durationId, barrierPpm, ratePct, chancePpm, marginPpm, expiresAtMs]
  if (!numbers.every((one): one is number => Number.isSafeInteger(one) && (one as number) >= 0)) return null
  const [a, b, c, d, e, f, g] = numbers as [number, number, number, number, number, number, number]
  const quote: Quote = {
    pid: a,
    durationId: b,
    direction,
    barrierPpm: c,
    ratePct: d,
    chancePpm: e,
    marginPpm: f,
    expiresAtMs: g,
  }
  return quoteText(quote) === text ? quote : null
}

function parseList(text: string): unknown[] | null {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : null
  } catch {
    return null
  }
}
