import { currencyById, priceOf } from '@tickmark/core/money/currencies'
import type { Amount } from '@tickmark/core/money/money'
import { exposureBounds } from '@tickmark/core/orders/exposure'
import { userProductLimit } from '@tickmark/core/orders/orders'
import { sandboxBankroll } from '../../ledger/grants.ts'
import type { Prices } from '../order/ports.ts'
import type { PlaceLimits } from './placeBatch.ts'

/** The product's limits; zero for a currency that pays for no orders. */
export const exposureLimits: PlaceLimits = {
  userMost(currencyId) {
    const currency = currencyById(currencyId)
    return currency ? userProductLimit(currency) : 0n
  },
  exposure(currencyId, book) {
    const currency = currencyById(currencyId)
    return exposureBounds(currency ? sandboxBankroll(currency) : 0n, book === 'simulated')
  },
}

/** One unit of a currency in USDT at the latest tick; null while the coin that values it is paused. */
export function usdtPriceAt(prices: Pick<Prices, 'latest'>): (currencyId: number) => Amount | null {
  return (currencyId) => {
    const currency = currencyById(currencyId)
    return currency ? priceOf(currency, (pid) => prices.latest()?.prices.get(pid) ?? null) : null
  }
}
