import { currencyById, priceOf } from '@tickmark/core/money/currencies'
import type { Amount } from '@tickmark/core/money/money'
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
  /** All open orders together may cost the house half of its opening bankroll. */
  houseMost(currencyId) {
    const currency = currencyById(currencyId)
    return currency ? sandboxBankroll(currency) / 2n : 0n
  },
}

/** One unit of a currency in USDT at the latest tick; null while the coin that values it is paused. */
export function usdtPriceAt(prices: Pick<Prices, 'latest'>): (currencyId: number) => Amount | null {
  return (currencyId) => {
    const currency = currencyById(currencyId)
    return currency ? priceOf(currency, (pid) => prices.latest()?.prices.get(pid) ?? null) : null
  }
}
