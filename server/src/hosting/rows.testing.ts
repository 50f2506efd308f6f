import { ONE } from '@tickmark/core/money/money'
import { DAY, type Row } from '../app/audit/edges.testing.ts'
import type { HostedOrder } from './order/order.ts'

/** The row of a closed day that earned nothing, after a day without trades. */
export function closedRow(day: number, given: Row = {}): Row {
  return {
    day,
    previous: day - 1,
    carried_before: 0,
    last_before: 1,
    last: 1,
    hosted_before: 2,
    hosted_last: 2,
    profit: 0,
    earned: 0,
    carried: 0,
    pool: 0,
    real_paid: 0,
    simulated_paid: 0,
    held: '{}',
    moving: '[]',
    taken: '[]',
    closed_at_ms: 20 * DAY,
    ...given,
  }
}

/** A running order of user 7 in the real book. */
export function aHostedOrder(given: Partial<HostedOrder> = {}): HostedOrder {
  return {
    id: 'an order',
    number: 3,
    userId: 7,
    book: 'real',
    mid: 1,
    version: 1,
    days: 7,
    upperPpm: 300n,
    exitFeePpm: 5_000n,
    principal: 500n * ONE,
    placedAtMs: 1,
    sharesFromMs: 2,
    expiresAtMs: 3,
    ended: null,
    exitNumber: null,
    sharedDays: 7,
    yielded: ONE / 4n,
    ...given,
  }
}
