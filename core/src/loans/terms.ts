import { DAY_MS } from '../days.ts'
import { ONE, type Amount } from '../money/money.ts'

/** The terms of every loan. There is no interest; the late fee is the only cost. */
export const LOAN = {
  currency: 1,
  least: 100n * ONE,
  most: 50_000n * ONE,
  /** Amounts and instalments are whole cents, so that no screen hides a part of them. */
  unit: ONE / 100n,
  instalments: [6, 12],
  /** An instalment is late when this many whole days have passed after its due date. */
  graceDays: 3,
  /** The late fee, in millionths of the borrowed amount; charged at most once for a loan. */
  lateFeePpm: 50_000n,
  /** How long a draft and its pictures are kept. */
  draftLifeMs: DAY_MS,
  /** How long an owner has to sign an agreement after it was written. */
  agreementLifeMs: 60 * 60_000,
  /** An application not decided within this time lapses, so that no schedule begins before the money arrives. */
  decisionLifeMs: 14 * DAY_MS,
  /** Pictures and details of a rejected or lapsed application are deleted after this time. */
  rejectedLifeMs: 30 * DAY_MS,
} as const

/** Whether a loan can have this amount and this number of instalments. */
export function isLendable(amount: Amount, instalments: number): boolean {
  const isAmount = amount >= LOAN.least && amount <= LOAN.most && amount % LOAN.unit === 0n
  return isAmount && (LOAN.instalments as readonly number[]).includes(instalments)
}

/** `under_review`, `active`, `rejected` and `complete` are 0 to 3 on the wire. */
export const LOAN_STATES = ['under_review', 'active', 'rejected', 'complete'] as const
export type LoanState = (typeof LOAN_STATES)[number]

/** The late fee of a loan. */
export function lateFeeOf(amount: Amount): Amount {
  return (amount * LOAN.lateFeePpm) / 1_000_000n
}
