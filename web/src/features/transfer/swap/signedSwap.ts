import { swapText } from '@tickmark/core/consent/swapConsent'
import { currencyById } from '@tickmark/core/money/currencies'
import { parseAmount } from '@tickmark/core/money/money'
import type { Given } from '../../../api/api.ts'
import { signing } from '../../../flows/trade/signing.ts'
import { sessionNow } from '../../../session/session.ts'
import { sign } from '../../../wallets/signOrder.ts'
import { receivesOf } from './renewQuote.ts'
import { type SwapTerms } from './swapForm.ts'

/** The call for a swap at a shown quote, signed by the session's key for its idempotency key; null, with a message, when it cannot sign. */
export async function signedSwap(
  terms: SwapTerms,
  shown: { quote: string; receives: string },
  key: string,
): Promise<Given<'currencyExchange'> | null> {
  const codeOf = (id: unknown) => currencyById(Number(id))?.code ?? ''
  const swap = {
    book: sessionNow().book === 0 ? ('real' as const) : ('simulated' as const),
    source: codeOf(terms.currencyId),
    target: codeOf(terms.toCurrencyId),
    given: String(parseAmount(terms.amount) ?? 0n),
    least: String(receivesOf(shown)),
    key,
  }
  const consent = await signing(() => sign((frame) => swapText({ ...frame, ...swap })))
  return consent && { ...terms, quote: shown.quote, ...consent }
}
