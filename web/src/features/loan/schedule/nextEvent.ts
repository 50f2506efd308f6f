import { DAY_MS, utcDate } from '@tickmark/core/days'
import { dueFromMs } from '@tickmark/core/loans/schedule'
import type { Reply } from '../../../api/api.ts'

export type LoanSchedule = Reply<'loanOrderList'>
export type InstalmentItem = LoanSchedule['orders'][number]

/** A loan's next event. All dates are YYYY-MM-DD in UTC. */
export type NextEvent =
  | { code: 'complete' }
  | { code: 'feeOwed' }
  /** Collected in this many days; 1 is tomorrow. */
  | { code: 'ahead'; instalment: InstalmentItem; days: number }
  | { code: 'due'; instalment: InstalmentItem }
  /** Paying by `until` avoids the late fee; null when the fee was charged before. */
  | { code: 'overdue'; instalment: InstalmentItem; until: string | null }
  | { code: 'late'; instalment: InstalmentItem }

/** The event that a loan's page shows first: of the oldest unpaid instalment, else of the late fee. */
export function nextEventOf({ apply, orders }: LoanSchedule, nowMs: number): NextEvent {
  const instalment = orders.find((one) => one.status === 0)
  if (!instalment) return apply.lateFee.state === 'owed' ? { code: 'feeOwed' } : { code: 'complete' }
  switch (instalment.standing) {
    case 'paid':
    case 'ahead':
      return { code: 'ahead', instalment, days: daysUntil(instalment.due, nowMs) }
    case 'due':
      return { code: 'due', instalment }
    case 'overdue':
    case 'late': {
      const { state, from } = apply.lateFee
      // A late instalment without a fee: the house has not announced the fee yet.
      if (instalment.standing === 'late' && state !== 'none') return { code: 'late', instalment }
      return { code: 'overdue', instalment, until: from === null ? null : utcDate(from - 1) }
    }
  }
}

/** The number of the first instalment after today, in UTC; null when the schedule is over. */
export function firstAhead(orders: readonly InstalmentItem[], nowMs: number): number | null {
  return orders.find(({ due }) => due > utcDate(nowMs))?.number ?? null
}

function daysUntil(due: string, nowMs: number): number {
  return Math.max(1, Math.ceil((dueFromMs(due) - nowMs) / DAY_MS))
}
