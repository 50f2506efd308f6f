import { CURRENCIES, priceOf } from '@tickmark/core/money/currencies'
import { ONE, shareFloor, type Amount } from '@tickmark/core/money/money'
import type { Tx } from '../db/pool.ts'
import type { IndexPrices } from '../market/indexPrices.ts'
import type { FundSource, Owner } from '../module/funds.ts'

/**
 * A user's own result since a moment, in USDT: the sum of `net` over the orders that ended since, including fees and without open
 * orders. Hosting's payouts, deposits, withdrawals, grants, resets and swaps do not count, nor do price changes of held coins.
 * Each currency's sum is exact in its own units. Like holdings and limits, it is valued at the present index, so only the result
 * of orders paid in coins moves with their price.
 */
export async function resultSince(
  tx: Tx,
  { funds, prices }: { funds: readonly FundSource[]; prices: Pick<IndexPrices, 'price'> },
  owner: Owner,
  sinceMs: number,
): Promise<Amount> {
  let result = 0n
  for (const { hasResults, netsBetween } of funds) {
    if (!hasResults) continue
    const nets = await netsBetween?.(tx, owner, [sinceMs - 1])
    for (const currency of CURRENCIES) {
      const price = priceOf(currency, (pid) => prices.price(pid)) ?? 0n
      for (const net of nets?.get(currency.id) ?? []) result += valueFloor(net, price)
    }
  }
  return result
}

/** Rounded against the user: a gain down, a loss up. */
function valueFloor(net: Amount, price: Amount): Amount {
  return net < 0n ? -((-net * price + ONE - 1n) / ONE) : shareFloor(net, price, ONE)
}
