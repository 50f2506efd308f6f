import { accept, refuse, type Decision } from '@tickmark/core/decision'
import type { Duration } from '@tickmark/core/orders/durations'
import type { Direction, PriceBasis, Terms } from '@tickmark/core/orders/terms'
import { deviationStands, type Deviation } from '@tickmark/core/market/deviation'
import { offersFor, type OddsOffer, type PriceRules } from '@tickmark/core/orders/pricing'
import { QUOTE_LIFE_MS, parseQuote, quoteText, type Quote } from '@tickmark/core/orders/quotes'
import { openSealed, sealText } from '../platform/seal.ts'

/** All facts that a price may depend on: the coin's volatility, the duration, the direction. It has no field for the user. */
export interface Situation {
  pid: number
  duration: Duration
  direction: Direction
  deviation: Deviation
  /** The rules in force. */
  rules: PriceRules
  /** The log entries with this model and these rules. */
  basis: PriceBasis
}

/** A quote with its id, which orders it until it expires. */
export interface SignedQuote {
  id: string
  quote: Quote
  offer: OddsOffer
}

/** The return ranges on offer now, the same for every user, signed and good for `QUOTE_LIFE_MS`. */
export function quotesFor(situation: Situation, quoteKey: Uint8Array, nowMs: number): SignedQuote[] {
  const { pid, duration, direction, deviation, rules, basis } = situation
  return offersFor(direction, duration, deviation, rules).map((offer) => {
    const quote: Quote = {
      pid,
      durationId: duration.id,
      direction,
      barrierPpm: offer.barrierPpm,
      ratePct: offer.ratePct,
      chancePpm: offer.chancePpm,
      marginPpm: rules.marginPpm,
      sigmaE12: Math.round(deviation.sigma * 1e12),
      ...basis,
      expiresAtMs: nowMs + QUOTE_LIFE_MS,
    }
    return { id: sealText(quoteText(quote), quoteKey), quote, offer }
  })
}

export type QuoteRefusal = { code: 'quote_invalid' } | { code: 'quote_expired' }

/** The quote with an id, when we issued it for this coin and duration and it has not expired. */
export function openQuote(
  id: string,
  asked: { pid: number; durationId: number },
  quoteKey: Uint8Array,
  nowMs: number,
): Decision<Quote, QuoteRefusal> {
  const text = openSealed(id, quoteKey)
  const quote = text === null ? null : parseQuote(text)
  if (!quote || quote.pid !== asked.pid || quote.durationId !== asked.durationId) {
    return refuse({ code: 'quote_invalid' })
  }
  return nowMs < quote.expiresAtMs ? accept(quote) : refuse({ code: 'quote_expired' })
}

/** The terms of a quote, unless the deviation behind its odds has since moved by more than 2 %, or other rules are in force. */
export function termsOf(
  quote: Quote,
  present: { deviation: Deviation; basis: PriceBasis },
): Decision<{ terms: Terms; basis: PriceBasis }, { code: 'quote_expired' }> {
  const { expiresAtMs: _, sigmaE12, model, rules, ...terms } = quote
  const stands = rules === present.basis.rules && deviationStands(sigmaE12 / 1e12, present.deviation)
  return stands ? accept({ terms, basis: { model, rules } }) : refuse({ code: 'quote_expired' })
}
