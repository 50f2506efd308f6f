import { rawOf } from '@tickmark/core/money/rawUnits'
import { formatAmount, formatFixed, parseAmount, type Amount } from '@tickmark/core/money/money'
import type { WithdrawalIntent } from '@tickmark/core/wallet/withdrawalIntent'
import type { Given } from '../../../api/api.ts'
import { normaliseDecimal } from '@tickmark/ui/form/digits.ts'

/** What a person has chosen and typed to send. */
export interface SendForm {
  /** Network and currency together; null until one is chosen. */
  typeId: number | null
  address: string
  /** A plain decimal with Latin digits, as far as it is typed: "", "12.", "250". */
  amount: string
}

export type SendChange =
  | { field: 'typeId'; value: number }
  | { field: 'address'; value: string }
  | { field: 'amount'; value: string }

/** What is to be sent, in the words of the wire. */
export type SendTerms = Pick<Given<'cash_out'>, 'typeId' | 'destination' | 'amount'>

/** What the form is judged against; null while unknown. */
export interface SendFacts {
  available: Amount | null
  /** Decimal places of the currency on the chosen network. */
  decimals: number | null
}

export type SendProblem =
  | { code: 'address_missing' }
  | { code: 'amount_missing' }
  | { code: 'amount_invalid' }
  | { code: 'amount_too_precise'; decimals: number }
  | { code: 'insufficient_funds'; available: Amount }
  /** The amount is covered, and with its fee it is not; only the server knows the fee. */
  | { code: 'fee_too_much' }

/** An empty form, with whatever a kept draft still knows. */
export function initial(draft: Partial<SendForm> = {}): SendForm {
  return { typeId: null, address: '', amount: '', ...draft }
}

/** Takes one change. An address keeps word characters, dots and slashes alone; what is not a number is no amount. */
export function reduce(form: SendForm, change: SendChange): SendForm {
  if (change.field === 'typeId') return { ...form, typeId: change.value }
  if (change.field === 'address') return { ...form, address: change.value.replace(/[^\w./]/g, '') }
  const amount = normaliseDecimal(change.value)
  return amount === null ? form : { ...form, amount }
}

/** Everything that keeps this withdrawal from being reviewed, the first field first. */
export function problems(form: SendForm, { available, decimals }: SendFacts): SendProblem[] {
  const found: SendProblem[] = []
  if (form.address === '') found.push({ code: 'address_missing' })
  const amount = amountOf(form)
  if (form.amount === '') found.push({ code: 'amount_missing' })
  else if (amount === null || amount <= 0n) found.push({ code: 'amount_invalid' })
  else if (decimals !== null && rawOf(amount, decimals) === null) {
    found.push({ code: 'amount_too_precise', decimals: Math.min(8, decimals) })
  } else if (available !== null && amount > available) found.push({ code: 'insufficient_funds', available })
  return found
}

/** The typed amount in units; a trailing point is read as if it were not there. */
export function amountOf({ amount }: Pick<SendForm, 'amount'>): Amount | null {
  return parseAmount(amount.replace(/\.$/, ''))
}

/**
 * The largest amount that can be sent: what the fee leaves of the balance, cut to the network's decimals. A twentieth of
 * the fee is left over, because it moves with the prices until the terms are signed.
 */
export function largestAmount(available: Amount, fee: Amount, decimals: number): string {
  const kept = fee + fee / 20n
  const rest = available > kept ? available - kept : 0n
  return formatAmount(parseAmount(formatFixed(rest, Math.min(8, decimals))) ?? 0n)
}

/**
 * The terms that the server asks to be signed, when they are what was typed; null when they are not. An Ethereum address
 * may come back in another case (EIP-55), any other one is exact.
 */
export function intentOf(
  fields: Readonly<Record<string, string>>,
  asked: { address: string; amount: string; currency: string; network: string; fee: string },
): WithdrawalIntent | null {
  const { site, network, currency, amount, feeCap, to, nonce, expires } = fields
  if (!site || !network || !currency || !amount || !feeCap || !to || !nonce || !expires) return null
  const isSame =
    network === asked.network &&
    currency === asked.currency &&
    sameAmount(amount, asked.amount) &&
    sameAmount(feeCap, asked.fee) &&
    sameAddress(to, asked.address)
  return isSame ? { site, network, currency, amount, feeCap, to, nonce, expires } : null
}

/** Whether two withdrawals are of the same sum, of the same currency on the same network, to the same address. */
export function isSameSend(one: SendTerms, other: SendTerms): boolean {
  return (
    Number(one.typeId) === Number(other.typeId) &&
    sameAddress(one.destination, other.destination) &&
    sameAmount(one.amount, other.amount)
  )
}

function sameAddress(one: string, other: string): boolean {
  return one === other || (one.startsWith('0x') && one.toLowerCase() === other.toLowerCase())
}

function sameAmount(one: string, other: string): boolean {
  const units = parseAmount(one)
  return units !== null && units === parseAmount(other)
}

/** Reads a stored draft; fields that no longer make sense are left out. */
export function draftOf(value: unknown): Partial<SendForm> {
  if (typeof value !== 'object' || value === null) return {}
  const { typeId, address, amount } = value as Record<string, unknown>
  const draft: Partial<SendForm> = {}
  if (typeof typeId === 'number' && Number.isInteger(typeId)) draft.typeId = typeId
  if (typeof address === 'string' && /^[\w./]*$/.test(address)) draft.address = address
  if (typeof amount === 'string' && normaliseDecimal(amount) === amount) draft.amount = amount
  return draft
}
