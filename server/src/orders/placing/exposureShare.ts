import { shareFloor } from '@tickmark/core/money/money'
import { MARGIN_PPM } from '@tickmark/core/orders/pricing'
import { exposureSharePpm, MOST_OBSERVATIONS, observationsOf } from '@tickmark/core/orders/realisedEdge'
import type { Db, Tx } from '../../db/pool.ts'
import type { Order } from '../order/order.ts'
import type { Prices } from '../order/ports.ts'
import { addObservations, readEdge } from './exposureStore.ts'
import type { PlaceLimits } from './admitBatch.ts'

/** Shrinks the house's limit while settled orders show less than the promised margin. */
export interface ExposureShare {
  /**
   * Stores the results of settled orders of real money, in the transaction that settles them. Orders on a simulated coin, whose
   * deviation is known, do not count.
   */
  observe(tx: Tx, orders: readonly Order[]): Promise<void>
  /** Reads the results that any process has written. Until the first call the whole limit is open. */
  refresh(): Promise<void>
  limits: PlaceLimits
}

export function createExposureShare(
  db: Db,
  limits: PlaceLimits,
  prices: Pick<Prices, 'deviation' | 'announcedRules'>,
): ExposureShare {
  let sharePpm = 1_000_000
  return {
    async observe(tx, orders) {
      const isEstimated = (pid: number) => (prices.deviation(pid)?.error ?? 0) > 0
      const observed = orders.flatMap(({ book, terms: { pid }, sums: { stake }, dueAtMs, result }) => {
        if (book !== 'real' || !result || result.outcome === 'void' || !isEstimated(pid)) return []
        return [
          // By the due second, which acceptance fixes: an owner who closes early must not choose the second.
          { pid, stake, net: result.net, endedAtMs: dueAtMs },
        ]
      })
      const added = observationsOf(observed)
      if (added.length > 0) await addObservations(tx, added, MOST_OBSERVATIONS)
    },
    async refresh() {
      const margins = prices.announcedRules().map(({ rules }) => rules.marginPpm)
      sharePpm = exposureSharePpm(await readEdge(db), Math.min(MARGIN_PPM, ...margins))
    },
    limits: {
      userMost: limits.userMost,
      exposure(currencyId, book) {
        const bounds = limits.exposure(currencyId, book)
        return { ...bounds, house: shareFloor(bounds.house, BigInt(sharePpm), 1_000_000n) }
      },
    },
  }
}
