import { canonicalText } from '../canonical.ts'
import { isCount, isUnits, isUuid } from '../fields.ts'
import type { Amount } from '../money/money.ts'
import { fieldsOf, frameOf, type ConsentFrame } from './consentText.ts'

/** A repayment as its borrower signs it. */
export interface RepaymentTerms {
  loan: string
  /** Numbers of the first and the last instalment that it pays; both 0 when it pays the late fee alone. */
  first: number
  last: number
  /** In units of USDT: the late fee, '0' when it pays none, and all that it pays. */
  fee: string
  sum: string
}

/** A debt of a loan: an instalment by its number, or the late fee as 0. */
interface Debt {
  number: number
  amount: Amount
}

export type RepaymentConsent = ConsentFrame & RepaymentTerms

const REPAYMENT = 'tickmark-repayment/1\n'

/** The terms that pay these debts of a loan: the late fee or not, and instalments that follow each other. */
export function repaymentTermsOf(loan: string, debts: readonly Debt[]): RepaymentTerms {
  const numbers = debts.map((one) => one.number).filter((number) => number > 0)
  const fee = sumOf(debts.filter((one) => one.number === 0))
  const [first, last] = [numbers.at(0) ?? 0, numbers.at(-1) ?? 0]
  return { loan, first, last, fee: String(fee), sum: String(sumOf(debts)) }
}

/** Whether two repayments are the same. */
export function isSameRepayment(one: RepaymentTerms, other: RepaymentTerms): boolean {
  return canonicalText(signedOf(one)) === canonicalText(signedOf(other))
}

/** The text that a session's key signs to repay a part of a loan or all of it. */
export function repaymentText(consent: RepaymentConsent): string {
  return REPAYMENT + canonicalText({ ...frameOf(consent), ...signedOf(consent) })
}

/** Reads the text of a repayment; null for any text that `repaymentText` would not have written. */
export function readRepaymentText(text: string): RepaymentConsent | null {
  const given = fieldsOf(text, REPAYMENT)
  if (!given || !isUuid(given['loan']) || !areNumbers(given['first'], given['last'])) return null
  if (!isUnits(given['fee']) || !isUnits(given['sum'])) return null
  const consent = given as unknown as RepaymentConsent
  return repaymentText(consent) === text ? consent : null
}

function sumOf(debts: readonly Debt[]): Amount {
  return debts.reduce((sum, one) => sum + one.amount, 0n)
}

function signedOf({ loan, first, last, fee, sum }: RepaymentTerms) {
  return { loan, first, last, fee, sum }
}

function areNumbers(first: unknown, last: unknown): boolean {
  return isCount(first) && isCount(last) && first <= last && (first === 0) === (last === 0)
}
