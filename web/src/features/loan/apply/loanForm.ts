import { LOAN } from '@tickmark/core/loans/terms'
import { scheduleOf, type Instalment } from '@tickmark/core/loans/schedule'
import { parseAmount, type Amount } from '@tickmark/core/money/money'
import { latinDigits, withoutPoint } from '@tickmark/ui/form/digits.ts'

/** The fields as typed. */
export interface LoanForm {
  name: string
  phone: string
  homeAddress: string
  /** Empty while the server's stored number is not replaced. */
  idNumber: string
  /** A plain decimal in USDT. */
  amount: string
  instalments: string
}

/** Facts that the form needs besides its text. */
export interface LoanFacts {
  /** Whether the draft on the server has an ID number. */
  hasIdNumber: boolean
  hasFront: boolean
  hasBack: boolean
}

export type LoanPlace = keyof LoanForm | 'front' | 'back'

/** The problems in the order in which they are reported. */
export type LoanProblem =
  | 'emptyName'
  | 'emptyPhone'
  | 'IncorrectTelnumber'
  | 'emptyAddress'
  | 'emptyIDnumber'
  | 'emptyAmount'
  | 'amountOutside'
  | 'emptyInstallment'
  | 'IncorrectInstallment'
  | 'emptyIDfront'
  | 'emptyIDback'

export interface Fault {
  place: LoanPlace
  problem: LoanProblem
}

export const EMPTY: LoanForm = {
  name: '',
  phone: '',
  homeAddress: '',
  idNumber: '',
  amount: '',
  instalments: '',
}

/** Applies a change. Digits of other scripts in a phone number become Latin, so that they can be checked. */
export function reduce(form: LoanForm, change: Partial<LoanForm>): LoanForm {
  const next = { ...form, ...change }
  return { ...next, phone: latinDigits(next.phone), idNumber: latinDigits(next.idNumber) }
}

/** Problems that keep the agreement from being written, in order of report; the first of each field counts. */
export function problems(form: LoanForm, facts: LoanFacts): Fault[] {
  const isEmpty = (text: string) => text.trim() === ''
  const found: (Fault | false)[] = [
    isEmpty(form.name) && { place: 'name', problem: 'emptyName' },
    isEmpty(form.phone)
      ? { place: 'phone', problem: 'emptyPhone' }
      : !/^\d+$/.test(form.phone.trim()) && { place: 'phone', problem: 'IncorrectTelnumber' },
    isEmpty(form.homeAddress) && { place: 'homeAddress', problem: 'emptyAddress' },
    isEmpty(form.idNumber) && !facts.hasIdNumber && { place: 'idNumber', problem: 'emptyIDnumber' },
    isEmpty(form.amount)
      ? { place: 'amount', problem: 'emptyAmount' }
      : amountOf(form) === null && { place: 'amount', problem: 'amountOutside' },
    isEmpty(form.instalments)
      ? { place: 'instalments', problem: 'emptyInstallment' }
      : instalmentsOf(form) === null && { place: 'instalments', problem: 'IncorrectInstallment' },
    !facts.hasFront && { place: 'front', problem: 'emptyIDfront' },
    !facts.hasBack && { place: 'back', problem: 'emptyIDback' },
  ]
  return found.filter((one) => one !== false)
}

/** The schedule of a loan that starts now; null while amount or number of instalments is incomplete. */
export function summary(form: LoanForm, nowMs: number): Instalment[] | null {
  const amount = amountOf(form)
  const instalments = instalmentsOf(form)
  return amount === null || instalments === null ? null : scheduleOf(amount, instalments, nowMs)
}

/** The typed amount, if it is within the limits of a loan. */
export function amountOf({ amount }: Pick<LoanForm, 'amount'>): Amount | null {
  const units = parseAmount(withoutPoint(amount.trim()))
  const isLent = units !== null && units >= LOAN.least && units <= LOAN.most && units % LOAN.unit === 0n
  return isLent ? units : null
}

function instalmentsOf({ instalments }: Pick<LoanForm, 'instalments'>): number | null {
  return LOAN.instalments.find((one) => String(one) === instalments.trim()) ?? null
}
