import { shareFloor } from '@tickmark/core/money/money'
import { edgeAfter, exposureSharePpm, NO_ORDERS } from '@tickmark/core/orders/realisedEdge'
import type { Order } from '../order/order.ts'
import type { Prices } from '../order/ports.ts'
import type { PlaceLimits } from './placeBatch.ts'

/** The house's limit, made smaller while settled orders show less than the promised margin. */
export interface ExposureShare {
  /** Takes in settled orders of real money; those on a simulated coin, whose deviation is known, do not count. */
  take(orders: readonly Order[]): void
  limits: PlaceLimits
}

/** Watches the realised edge of this process's settlements, from its start on. */
export function createExposureShare(limits: PlaceLimits, prices: Pick<Prices, 'deviation'>): ExposureShare {
  let edge = NO_ORDERS
  return {
    take(orders) {
      for (const { book, terms, sums, result } of orders) {
        const isEstimated = (prices.deviation(terms.pid)?.error ?? 0) > 0
        if (book === 'real' && isEstimated && result && result.outcome !== 'void')
          edge = edgeAfter(edge, result.net, sums.stake)
      }
    },
    limits: {
      userMost: limits.userMost,
      exposure(currencyId, book) {
        const bounds = limits.exposure(currencyId, book)
        return { ...bounds, house: shareFloor(bounds.house, BigInt(exposureSharePpm(edge)), 1_000_000n) }
      },
    },
  }
}
