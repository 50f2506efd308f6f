import { FEE_PPM, sumsFor } from '@tickmark/core/orders/orders'
import type { Direction, Sums } from '@tickmark/core/orders/terms'
import { DEFAULT_DURATION, durationById } from '@tickmark/core/orders/durations'
import { formatAmount, formatFixed, parseAmount, shareFloor, type Amount } from '@tickmark/core/money/money'
import { normaliseDecimal } from '@tickmark/ui/form/digits.ts'

/** What a person has chosen and typed in the order sheet. Quotes come and go under it. */
export interface OrderForm {
  durationId: number
  direction: Direction
  /** Place of the chosen return range in its list: kept when the quotes behind it are renewed. */
  range: number
  currencyId: number
  /** A plain decimal with Latin digits, as far as it is typed: "", "12.", "250". */
  amount: string
}

export type OrderChange =
  | { field: 'durationId'; value: number }
  | { field: 'direction'; value: Direction }
  | { field: 'range'; value: number }
  | { field: 'currencyId'; value: number }
  | { field: 'amount'; value: string }

/** What the form is judged against. `rate` as on the wire; null while there is no quote. */
export interface OrderFacts {
  rate: string | null
  currency: { least: Amount; most: Amount } | null
  available: Amount | null
}

/** Money of the order being written, in units, with the payout of a win. */
export interface OrderSummary extends Sums {
  payout: Amount
  /** Rate x amount with six decimals, cut. */
  expectedReturn: string
  /** What a loss costs, six decimals, without sign. */
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

/** A form for a direction, with whatever a kept draft still knows. */
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

/** Takes one change; an amount that is not a number of at most eight decimals changes nothing. */
export function reduce(form: OrderForm, change: OrderChange): OrderForm {
  if (change.field !== 'amount') return { ...form, [change.field]: change.value }
  const amount = normaliseDecimal(change.value)
  return amount === null ? form : { ...form, amount }
}

/** What the order would book, by the rule that will book it; null until there are an amount and a rate. */
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

/** Everything that keeps this order from being sent, the most useful first. */
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

/** The typed amount in units; a trailing point is read as if it were not there. */
export function stakeOf(form: Pick<OrderForm, 'amount'>): Amount | null {
  return parseAmount(form.amount.replace(/\.$/, ''))
}

/** Rate of the wire ("1.74") in hundredths of the stake; null for anything finer or else. */
export function ratePctOf(rate: string): number | null {
  const units = parseAmount(rate)
  if (units === null || units < 0n || units % 1_000_000n !== 0n) return null
  return Number(units / 1_000_000n)
}

/** The largest stake: all that is available less its fee, cut to the currency's shown decimals, at most one order's limit. */
export function largestStake(available: Amount, most: Amount, shown: number): string {
  const all = shareFloor(available > 0n ? available : 0n, 1_000_000n, 1_000_000n + BigInt(FEE_PPM))
  return plain(formatFixed(all < most ? all : most, shown))
}

/** Amounts to tap instead of typing: 10, 50, 100 and 500 times the smallest order. */
export function quickAmounts(least: Amount): string[] {
  return [10n, 50n, 100n, 500n].map((times) => formatAmount(least * times))
}

/** Reads a stored draft; fields that no longer make sense are left out. */
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
