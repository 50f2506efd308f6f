import { canonicalText } from '../canonical.ts'
import type { PriceBasis, Terms } from './terms.ts'

/** Lifetime of a quoted return range. */
export const QUOTE_LIFE_MS = 15_000

/** Terms that are valid for a short time. The signed text is the id of a return range. */
export interface Quote extends Terms, PriceBasis {
  /** The deviation used for its odds, in units of 1e-12. */
  sigmaE12: number
  expiresAtMs: number
}

/** The text that the server signs. */
export function quoteText(quote: Quote): string {
  return canonicalText([
    'quote-3',
    quote.pid,
    quote.durationId,
    quote.direction,
    quote.barrierPpm,
    quote.ratePct,
    quote.chancePpm,
    quote.marginPpm,
    quote.sigmaE12,
    quote.model,
    quote.rules,
    quote.expiresAtMs,
  ])
}

const COUNT = '(0|[1-9]\\d{0,15})'
const TEXT = new RegExp(
  `^\\["quote-3",${COUNT},${COUNT},"(up|down)",${COUNT},${COUNT},${COUNT},${COUNT},${COUNT},${COUNT},${COUNT},${COUNT}\\]$`,
)

/** Parses a quote's text; null for any text that `quoteText` would not have written. */
export function parseQuote(text: string): Quote | null {
  const match = TEXT.exec(text)
  if (!match) return null
  const quote: Quote = {
    pid: Number(match[1]),
    durationId: Number(match[2]),
    direction: match[3] === 'up' ? 'up' : 'down',
    barrierPpm: Number(match[4]),
    ratePct: Number(match[5]),
    chancePpm: Number(match[6]),
    marginPpm: Number(match[7]),
    sigmaE12: Number(match[8]),
    model: Number(match[9]),
    rules: Number(match[10]),
    expiresAtMs: Number(match[11]),
  }
  return Object.values(quote).every((one) => typeof one === 'string' || Number.isSafeInteger(one))
    ? quote
    : null
}
