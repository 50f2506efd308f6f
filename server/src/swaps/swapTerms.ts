import { readAmount } from '@tickmark/core/money/readAmount'
import { currencyById, priceOf, type Currency } from '@tickmark/core/money/currencies'
import { accept, refuse, type Decision } from '@tickmark/core/decision'
import type { Amount } from '@tickmark/core/money/money'
import { swapRates, type SwapRates } from '@tickmark/core/wallet/swaps'
import { refOf } from '../ledger/post.ts'

/** The currencies and the sum of a swap. */
export interface SwapTerms {
  source: Currency
  target: Currency
  /** Amount of the source currency. */
  amount: Amount
}

export type TermsRefusal = {
  code: 'currency_unknown' | 'same_currency' | 'amount_invalid' | 'amount_too_precise'
}

export function readSwapTerms(asked: {
  currencyId: number
  toCurrencyId: number
  amount: string
}): Decision<SwapTerms, TermsRefusal> {
  const source = currencyById(asked.currencyId)
  const target = currencyById(asked.toCurrencyId)
  if (!source || !target) return refuse({ code: 'currency_unknown' })
  if (source.id === target.id) return refuse({ code: 'same_currency' })
  const amount = readAmount(asked.amount)
  return amount.ok ? accept({ source, target, amount: amount.value }) : amount
}

/** The id of a user's swap under an idempotency key. */
export function swapIdOf(userId: number, key: string): string {
  return refOf(`swap:${userId}:${key}`)
}

/** The house's rates for a pair at these prices; null when one has no price. */
export function ratesFor(
  { source, target }: SwapTerms,
  price: (pid: number) => Amount | null,
): SwapRates | null {
  const [from, to] = [priceOf(source, price), priceOf(target, price)]
  return from === null || to === null ? null : swapRates(from, to)
}
