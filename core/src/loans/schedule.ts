import { assert } from '../assert.ts'
import { DAY_MS, monthEnd, monthsLater, utcDate } from '../days.ts'
import type { Amount } from '../money/money.ts'
import { isLendable, LOAN } from './terms.ts'

/** One instalment of a schedule. */
export interface Instalment {
  /** Counted from 1. */
  number: number
  amount: Amount
  /** The last day of a month, YYYY-MM-DD in UTC; it can be paid until that day's end. */
  due: string
}

/**
 * The schedule of a loan: equal parts in whole cents, the remainder in the last, due at the ends of the months after the month of
 * signing. All dates are UTC, so they are the same for every reader.
 */
export function scheduleOf(amount: Amount, instalments: number, signedAtMs: number): Instalment[] {
  assert(isLendable(amount, instalments), 'the amount can be lent in so many instalments')
  const count = BigInt(instalments)
  const part = (amount / count / LOAN.unit) * LOAN.unit
  return Array.from({ length: instalments }, (_, i) => ({
    number: i + 1,
    amount: i + 1 < instalments ? part : amount - part * (count - 1n),
    due: utcDate(monthEnd(signedAtMs, i + 1)),
  }))
}

/** The date some months after a time, in UTC; on the last day of the month when that month has no such day. */
export function dateAfter(atMs: number, months: number): string {
  return utcDate(monthsLater(atMs, months))
}

/** When collecting an instalment begins: the start of its due date. */
export function dueFromMs(due: string): number {
  return Date.parse(`${due}T00:00:00Z`)
}

/** From this time on an unpaid instalment is overdue: the end of its due date. */
export function overdueFromMs(due: string): number {
  return dueFromMs(due) + DAY_MS
}

/** From this time on an unpaid instalment costs the late fee: it is more than three days overdue. */
export function lateFromMs(due: string): number {
  return overdueFromMs(due) + LOAN.graceDays * DAY_MS
}
