import { isSameAddress } from '@tickmark/core/wallet/sameAddress'
import { rawOf } from '@tickmark/core/money/rawUnits'
import { formatAmount, formatFixed, parseAmount, type Amount } from '@tickmark/core/money/money'
import type { WithdrawalIntent } from '@tickmark/core/wallet/withdrawalIntent'
import type { Given } from '../../../api/api.ts'
import { normaliseDecimal, withoutPoint } from '@tickmark/ui/form/digits.ts'

/** The state of the send form. */
export interface SendForm {
  /** Id of network and currency together; null until one is chosen. */
  typeId: number | null
  address: string
  /** A plain decimal with Latin digits, as typed so far: "", "12.", "250". */
  amount: string
}

export type SendChange =
  | { field: 'typeId'; value: number }
  | { field: 'address'; value: string }
  | { field: 'amount'; value: string }

/** The withdrawal in the names of the wire. */
export type SendTerms = Pick<Given<'cash_out'>, 'typeId' | 'destination' | 'amount'>

/** Facts to check the form against; null while unknown. */
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
  /** The balance covers the amount but not the fee; only the server knows the fee. */
  | { code: 'fee_too_much' }

/** An empty form, or the fields of a stored draft. */
export function initial(draft: Partial<SendForm> = {}): SendForm {
  return { typeId: null, address: '', amount: '', ...draft }
}

/**
 * Applies one change. Addresses keep word characters, dots and slashes only; an amount that is not a number is ignored.
 */
export function reduce(form: SendForm, change: SendChange): SendForm {
  if (change.field === 'typeId') return { ...form, typeId: change.value }
  if (change.field === 'address') return { ...form, address: change.value.replace(/[^\w./]/g, '') }
  const amount = normaliseDecimal(change.value)
  return amount === null ? form : { ...form, amount }
}

/** All problems that block the review, in the order of the fields. */
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

/** The typed amount in units; ignores a trailing point. */
export function amountOf({ amount }: Pick<SendForm, 'amount'>): Amount | null {
  return parseAmount(withoutPoint(amount))
}

/**
 * The largest amount that can be sent: the balance less the fee, cut to the network's decimals. Reserves another
 * twentieth of the fee, which changes with prices until the terms are signed.
 */
export function largestAmount(available: Amount, fee: Amount, decimals: number): string {
  const kept = fee + fee / 20n
  const rest = available > kept ? available - kept : 0n
  return formatAmount(parseAmount(formatFixed(rest, Math.min(8, decimals))) ?? 0n)
}

/**
 * The terms to sign if they equal the typed ones; null if they differ. An Ethereum address may differ in case (EIP-55);
 * any other address must match exactly.
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
    isSameAddress(to, asked.address)
  return isSame ? { site, network, currency, amount, feeCap, to, nonce, expires } : null
}

/** Whether two withdrawals have the same amount, currency, network and address. */
export function isSameSend(one: SendTerms, other: SendTerms): boolean {
  return (
    Number(one.typeId) === Number(other.typeId) &&
    isSameAddress(one.destination, other.destination) &&
    sameAmount(one.amount, other.amount)
  )
}

function sameAmount(one: string, other: string): boolean {
  const units = parseAmount(one)
  return units !== null && units === parseAmount(other)
}

/** Parses a stored draft and skips invalid fields. */
export function draftOf(value: unknown): Partial<SendForm> {
  if (typeof value !== 'object' || value === null) return {}
  const { typeId, address, amount } = value as Record<string, unknown>
  const draft: Partial<SendForm> = {}
  if (typeof typeId === 'number' && Number.isInteger(typeId)) draft.typeId = typeId
  if (typeof address === 'string' && /^[\w./]*$/.test(address)) draft.address = address
  if (typeof amount === 'string' && normaliseDecimal(amount) === amount) draft.amount = amount
  return draft
}
