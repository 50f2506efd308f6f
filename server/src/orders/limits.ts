import type { Amount } from '@tickmark/core/money'
import { currencyById } from '@tickmark/core/currencies'
import { ONE } from '@tickmark/core/money'
import { userProductLimit } from '@tickmark/core/orders'
import type { PlaceLimits } from './placeOrders.ts'

/** Most that all open orders together may cost the house, by currency id: half of the sandbox's bankrolls. */
const HOUSE_MOST: Readonly<Record<number, Amount>> = {
  1: 500_000n * ONE,
  2: 500_000n * ONE,
  3: 150n * ONE,
  4: (15n * ONE) / 2n,
}

/** The product's own limits; a currency that pays for no orders has none to give. */
export const standardLimits: PlaceLimits = {
  userMost(currencyId) {
    const currency = currencyById(currencyId)
    return currency ? userProductLimit(currency) : 0n
  },
  houseMost: (currencyId) => HOUSE_MOST[currencyId] ?? 0n,
}
