import { currencyById } from '@tickmark/core/money/currencies'
import { parseAmount, type Amount } from '@tickmark/core/money/money'
import { swapRate, swapReceives, type SwapRates } from '@tickmark/core/wallet/swaps'
import type { Given } from '../../../api/api.ts'
import { normaliseDecimal, withoutPoint } from '@tickmark/ui/form/digits.ts'

/** The state of the swap form. */
export interface SwapForm {
  source: number
  target: number
  /** A plain decimal with Latin digits, as typed so far: "", "12.", "250". */
  amount: string
}

export type SwapChange =
  | { field: 'source'; value: number }
  | { field: 'target'; value: number }
  | { field: 'amount'; value: string }
  /** Exchanges the two sides. */
  | { field: 'turn' }

/** The swap in the names of the wire. */
export type SwapTerms = Pick<Given<'currencyExchange'>, 'currencyId' | 'toCurrencyId' | 'amount'>

/** Facts to check the form against; null while unknown. */
export interface SwapFacts {
  rates: SwapRates | null
  available: Amount | null
}

export interface SwapSummary {
  gives: Amount
  /** Amount x source rate / target rate, cut to eight decimals. */
  receives: Amount
  /** Units of the target for one unit of the source. */
  rate: Amount
}

export type SwapProblem =
  | { code: 'amount_missing' }
  | { code: 'amount_invalid' }
  | { code: 'insufficient_funds'; available: Amount }

const USDT = 1
const ETH = 3

/**
 * A form whose source is the page's currency, with the fields of a stored draft. Keeps the draft's amount only if it is
 * in that currency.
 */
export function initial(source: number, draft: Partial<SwapForm> = {}): SwapForm {
  const target = draft.target ?? other(source)
  const amount = draft.source === source ? (draft.amount ?? '') : ''
  return { source, target: target === source ? other(source) : target, amount }
}

/**
 * Applies one change. Source and target always differ: choosing the other side's currency exchanges them. An amount
 * belongs to its currency and moves with it.
 */
export function reduce(form: SwapForm, change: SwapChange): SwapForm {
  switch (change.field) {
    case 'turn':
      return { source: form.target, target: form.source, amount: '' }
    case 'source':
      if (change.value === form.source) return form
      if (change.value === form.target) return reduce(form, { field: 'turn' })
      return { ...form, source: change.value, amount: '' }
    case 'target':
      return change.value === form.source ? form : { ...form, target: change.value }
    case 'amount': {
      const amount = normaliseDecimal(change.value)
      return amount === null ? form : { ...form, amount }
    }
  }
}

/** Currencies that can be received: all but the source. */
export function targetsOf<T extends { currencyId: number }>(list: readonly T[], source: number): T[] {
  return list.filter((one) => one.currencyId !== source)
}

/** The amount that the swap would pay, by the rule that will pay it; null until the amount and both rates are known. */
export function summary(form: SwapForm, { rates }: Pick<SwapFacts, 'rates'>): SwapSummary | null {
  const gives = amountOf(form)
  if (gives === null || gives <= 0n || rates === null) return null
  return { gives, receives: swapReceives(gives, rates), rate: swapRate(rates) }
}

/** All problems that block the swap, the most helpful first. */
export function problems(form: SwapForm, { available }: Pick<SwapFacts, 'available'>): SwapProblem[] {
  if (form.amount === '') return [{ code: 'amount_missing' }]
  const gives = amountOf(form)
  if (gives === null || gives <= 0n) return [{ code: 'amount_invalid' }]
  if (available !== null && gives > available) return [{ code: 'insufficient_funds', available }]
  return []
}

/** The typed amount in units; ignores a trailing point. */
export function amountOf({ amount }: Pick<SwapForm, 'amount'>): Amount | null {
  return parseAmount(withoutPoint(amount))
}

/** Whether two swaps have the same amount and currencies, at any rate. */
export function isSameSwap(one: SwapTerms, other: SwapTerms): boolean {
  return (
    Number(one.currencyId) === Number(other.currencyId) &&
    Number(one.toCurrencyId) === Number(other.toCurrencyId) &&
    parseAmount(one.amount) === parseAmount(other.amount)
  )
}

/** Parses a stored draft and skips invalid fields. */
export function draftOf(value: unknown): Partial<SwapForm> {
  if (typeof value !== 'object' || value === null) return {}
  const { source, target, amount } = value as Record<string, unknown>
  const draft: Partial<SwapForm> = {}
  if (typeof source === 'number' && currencyById(source)) draft.source = source
  if (typeof target === 'number' && currencyById(target)) draft.target = target
  if (typeof amount === 'string' && normaliseDecimal(amount) === amount) draft.amount = amount
  return draft
}

function other(source: number): number {
  return source === USDT ? ETH : USDT
}
