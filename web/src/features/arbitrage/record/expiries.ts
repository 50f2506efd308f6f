import type { HostingItem } from '@tickmark/wire/schemas/arbitrage'
import type { Amount } from '@tickmark/core/money/money'
import { unitsOf } from '../terms.ts'

/** A time at which principals are returned. */
export interface Expiry {
  /** Ms since 1970. */
  atMs: number
  sum: Amount
  orders: number
}

/** Times and sums of running orders' payouts, the next first; orders of one moment are one entry. */
export function expiriesOf(
  items: readonly Pick<HostingItem, 'status' | 'expireTime' | 'orderMoney'>[],
): Expiry[] {
  const byTime = new Map<number, Expiry>()
  for (const { status, expireTime, orderMoney } of items) {
    if (status !== 1) continue
    const { sum, orders } = byTime.get(expireTime) ?? { sum: 0n, orders: 0 }
    byTime.set(expireTime, { atMs: expireTime, sum: sum + unitsOf(orderMoney), orders: orders + 1 })
  }
  return [...byTime.values()].toSorted((a, b) => a.atMs - b.atMs)
}
