import { canonicalText } from '@tickmark/core/canonical'
import { accept, refuse, type Decision } from '@tickmark/core/decision'
import { formatAmount, parseAmount } from '@tickmark/core/money/money'
import type { SwapRates } from '@tickmark/core/wallet/swaps'
import { openSealed, sealText } from '../platform/seal.ts'
import type { SwapTerms } from './swapTerms.ts'

/** Rates for a sum, valid until a time. It has no field for the user. */
export interface SwapQuote {
  terms: SwapTerms
  rates: SwapRates
  expiresAtMs: number
}

export function sealSwapQuote({ terms, rates, expiresAtMs }: SwapQuote, quoteKey: Uint8Array): string {
  const sums = [terms.amount, rates.source, rates.target].map(formatAmount)
  return sealText(canonicalText([...headOf(terms), ...sums, expiresAtMs]), quoteKey)
}

/** The rates of a quote, when we issued it for these currencies and this sum and it has not expired. */
export function openSwapQuote(
  quote: string,
  terms: SwapTerms,
  quoteKey: Uint8Array,
  nowMs: number,
): Decision<SwapRates, { code: 'quote_invalid' } | { code: 'quote_expired' }> {
  const text = openSealed(quote, quoteKey)
  const held = text === null ? null : parse(text, terms)
  if (!held) return refuse({ code: 'quote_invalid' })
  return nowMs < held.expiresAtMs ? accept(held.rates) : refuse({ code: 'quote_expired' })
}

function headOf({ source, target }: SwapTerms) {
  return ['swap-1', source.id, target.id]
}

/** Parses a text of `sealSwapQuote` for these terms; other sealed texts are not swap quotes. */
function parse(text: string, terms: SwapTerms): Omit<SwapQuote, 'terms'> | null {
  const fields: unknown = JSON.parse(text)
  if (!Array.isArray(fields) || fields.length !== 7) return null
  const [kind, source, target, amount, sourceRate, targetRate, expiresAtMs] = fields as unknown[]
  const expected = [...headOf(terms), formatAmount(terms.amount)]
  if ([kind, source, target, amount].some((one, i) => one !== expected[i])) return null
  if (typeof sourceRate !== 'string' || typeof targetRate !== 'string' || typeof expiresAtMs !== 'number')
    return null
  const rates = { source: parseAmount(sourceRate), target: parseAmount(targetRate) }
  if (rates.source === null || rates.target === null) return null
  return { rates: { source: rates.source, target: rates.target }, expiresAtMs }
}
