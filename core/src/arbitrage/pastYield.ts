import type { Amount } from '../money/money.ts'
import { payoutOf } from './sharing.ts'

/** A closed day, in units of USDT: its pool, and the principal hosted for the whole day. */
export interface PastDay {
  pool: Amount
  hosted: Amount
}

/**
 * What a principal would have earned on past days alongside those hosted then. It says nothing about future days. Each day is
 * rounded down, as payouts are.
 */
export function pastYield(order: { principal: Amount; upperPpm: bigint }, days: readonly PastDay[]): Amount {
  return days.reduce(
    (sum, { pool, hosted }) => sum + payoutOf(order, { pool, hosted: hosted + order.principal }),
    0n,
  )
}
