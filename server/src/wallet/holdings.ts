import { CURRENCIES, priceOf, type Currency } from '@tickmark/core/money/currencies'
import { ONE, shareFloor, type Amount } from '@tickmark/core/money/money'
import type { IndexPrices } from '../market/indexPrices.ts'

/** A user's holdings of a currency; `price` and `value` in USDT. */
export interface Holding {
  currency: Currency
  available: Amount
  /** Available, plus what open orders hold, hosted money and pending withdrawals. */
  amount: Amount
  price: Amount
  value: Amount
}

export interface Holdings {
  list: Holding[]
  total: Amount
}

/** Values available and held amounts at the index, with one map for each reason. A coin without a price counts as zero. */
export function holdingsOf(
  available: ReadonlyMap<number, Amount>,
  held: readonly ReadonlyMap<number, Amount>[],
  price: IndexPrices['price'],
): Holdings {
  const list = CURRENCIES.map((currency): Holding => {
    const free = available.get(currency.id) ?? 0n
    const amount = free + sum(held.map((one) => one.get(currency.id) ?? 0n))
    const now = priceOf(currency, price) ?? 0n
    return { currency, available: free, amount, price: now, value: shareFloor(amount, now, ONE) }
  })
  return { list, total: sum(list.map((one) => one.value)) }
}

export function sum(amounts: readonly Amount[]): Amount {
  return amounts.reduce((all, one) => all + one, 0n)
}
