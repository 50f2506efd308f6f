import { currencyById } from '@tickmark/core/currencies'
import { userProductLimit } from '@tickmark/core/orders'
import { sandboxBankroll } from '../ledger/grants.ts'
import type { PlaceLimits } from './placeOrders.ts'

/** The product's own limits; a currency that pays for no orders has none to give. */
export const standardLimits: PlaceLimits = {
  userMost(currencyId) {
    const currency = currencyById(currencyId)
    return currency ? userProductLimit(currency) : 0n
  },
  /** All open orders together may cost the house half of what it put up. */
  houseMost(currencyId) {
    const currency = currencyById(currencyId)
    return currency ? sandboxBankroll(currency) / 2n : 0n
  },
}
