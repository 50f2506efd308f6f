import { FEE_PPM, sumsFor } from '@tickmark/core/orders/orders'
import type { Direction, Sums } from '@tickmark/core/orders/terms'
import { DEFAULT_DURATION, durationById } from '@tickmark/core/orders/durations'
import { formatAmount, formatFixed, parseAmount, shareFloor, type Amount } from '@tickmark/core/money/money'
import { normaliseDecimal, withoutPoint } from '@tickmark/ui/form/digits.ts'

/** The state of the order form. Quotes are not part of it: they are renewed. */
export interface OrderForm {
  durationId: number
  direction: Direction
  /** Index of the chosen return range: kept when the quotes are renewed. */
  range: number
  currencyId: number
  /** A plain decimal with Latin digits, as typed so far: "", "12.", "250". */
  amount: string
}

export type OrderChange =
  | { field: 'durationId'; value: number }
  | { field: 'direction'; value: Direction }
  | { field: 'range'; value: number }
  | { field: 'currencyId'; value: number }
  | { field: 'amount'; value: string }

/** Facts to check the form against. `rate` as on the wire; null while there is no quote. */
export interface OrderFacts {
  rate: string | null
  currency: { least: Amount; most: Amount } | null
  available: Amount | null
}

/** The order's amounts in units, with the payout of a win. */
export interface OrderSummary extends Sums {
  payout: Amount
  /** Rate x amount with six decimals, cut. */
  expectedReturn: string
  /** The cost of a loss, six decimals, unsigned. */
  loss: string
}

export type OrderProblem =
  | { code: 'amount_missing' }
  | { code: 'amount_invalid' }
  | { code: 'stake_too_small'; least: Amount }
  | { code: 'stake_too_large'; most: Amount }
  | { code: 'insufficient_funds'; available: Amount }
  | { code: 'no_offer' }

const USDT = 1

/** A form for a direction, with the fields of a stored draft. */
export function initial(direction: Direction, draft: Partial<OrderForm> = {}): OrderForm {
  return {
    durationId: DEFAULT_DURATION,
    range: 0,
    currencyId: USDT,
    amount: '',
    ...draft,
    direction,
  }
}

/** Applies one change; ignores an amount that is not a number of at most eight decimals. */
export function reduce(form: OrderForm, change: OrderChange): OrderForm {
  if (change.field !== 'amount') return { ...form, [change.field]: change.value }
  const amount = normaliseDecimal(change.value)
  return amount === null ? form : { ...form, amount }
}

/** The amounts that the order would book, by the rule that will book it; null until amount and rate are known. */
export function summary(form: OrderForm, facts: Pick<OrderFacts, 'rate'>): OrderSummary | null {
  const stake = stakeOf(form)
  const ratePct = facts.rate === null ? null : ratePctOf(facts.rate)
  if (stake === null || stake <= 0n || ratePct === null) return null
  const sums = sumsFor(stake, ratePct)
  return {
    ...sums,
    payout: sums.stake + sums.profit,
    expectedReturn: formatFixed(sums.profit, 6),
    loss: formatFixed(sums.stake + sums.fee, 6),
  }
}

/** All problems that block the order, the most helpful first. */
export function problems(form: OrderForm, facts: OrderFacts): OrderProblem[] {
  const found: OrderProblem[] = []
  const stake = stakeOf(form)
  if (form.amount === '') found.push({ code: 'amount_missing' })
  else if (stake === null || stake <= 0n) found.push({ code: 'amount_invalid' })
  else found.push(...stakeProblems(stake, facts))
  if (facts.rate === null || facts.currency === null) found.push({ code: 'no_offer' })
  return found
}

function stakeProblems(stake: Amount, { currency, available }: OrderFacts): OrderProblem[] {
  const found: OrderProblem[] = []
  if (currency && stake < currency.least) found.push({ code: 'stake_too_small', least: currency.least })
  if (currency && stake > currency.most) found.push({ code: 'stake_too_large', most: currency.most })
  if (available !== null && stake + sumsFor(stake, 0).fee > available) {
    found.push({ code: 'insufficient_funds', available })
  }
  return found
}

/** The typed amount in units; ignores a trailing point. */
export function stakeOf(form: Pick<OrderForm, 'amount'>): Amount | null {
  return parseAmount(withoutPoint(form.amount))
}

/** A rate of the wire ("1.74") in hundredths of the stake; null for finer or invalid rates. */
export function ratePctOf(rate: string): number | null {
  const units = parseAmount(rate)
  if (units === null || units < 0n || units % 1_000_000n !== 0n) return null
  return Number(units / 1_000_000n)
}

/**
 * The largest stake: the available balance less its fee, cut to the currency's displayed decimals, up to the limit of
 * one order.
 */
export function largestStake(available: Amount, most: Amount, shown: number): string {
  const all = shareFloor(available > 0n ? available : 0n, 1_000_000n, 1_000_000n + BigInt(FEE_PPM))
  return plain(formatFixed(all < most ? all : most, shown))
}

/** Quick amounts: 10, 50, 100 and 500 times the smallest order. */
export function quickAmounts(least: Amount): string[] {
  return [10n, 50n, 100n, 500n].map((times) => formatAmount(least * times))
}

/** Parses a stored draft and skips invalid fields. */
export function draftOf(value: unknown): Partial<OrderForm> {
  if (typeof value !== 'object' || value === null) return {}
  const { durationId, range, currencyId, amount } = value as Record<string, unknown>
  const draft: Partial<OrderForm> = {}
  if (typeof durationId === 'number' && durationById(durationId)) draft.durationId = durationId
  if (range === 0 || range === 1 || range === 2) draft.range = range
  if (typeof currencyId === 'number' && Number.isInteger(currencyId)) draft.currencyId = currencyId
  if (typeof amount === 'string' && normaliseDecimal(amount) === amount) draft.amount = amount
  return draft
}

function plain(fixed: string): string {
  return fixed.includes('.') ? fixed.replace(/\.?0+$/, '') : fixed
}
