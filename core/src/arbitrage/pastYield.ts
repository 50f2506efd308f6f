import type { Amount } from '../money/money.ts'
import { payoutOf } from './sharing.ts'

/** A closed day, in units of USDT: what could be paid out, and the principal that stood the whole day. */
export interface PastDay {
  pool: Amount
  hosted: Amount
}

/**
 * What a principal would have earned on past days beside those that were hosted then: a fact about the past, which says nothing
 * of the days to come. Each day is rounded down as a payout is.
 */
export function pastYield(order: { principal: Amount; upperPpm: bigint }, days: readonly PastDay[]): Amount {
  return days.reduce(
    (sum, { pool, hosted }) => sum + payoutOf(order, { pool, hosted: hosted + order.principal }),
    0n,
  )
}
