import { CURRENCIES, priceOf, type Currency } from '@tickmark/core/money/currencies'
import { ONE, shareFloor, type Amount } from '@tickmark/core/money/money'
import type { IndexPrices } from '../market/indexPrices.ts'

/** A user's holdings of a currency; values in USDT, `dayAgo` at the price of 24 h ago. */
export interface Holding {
  currency: Currency
  available: Amount
  /** Available, plus open orders, plus pending withdrawals. */
  amount: Amount
  price: Amount
  value: Amount
  dayAgo: Amount
}

export interface Holdings {
  list: Holding[]
  total: Amount
  /** Effect of 24 h of price changes on the present holdings; deposits and wins are excluded. */
  change: Amount
  /** The same as a share of the value 24 h ago, in millionths. */
  changePpm: number
}

/**
 * Values available and held amounts at the index, with one map for each reason. A coin without a price counts as zero;
 * one without a price a day ago as unchanged.
 */
export function holdingsOf(
  available: ReadonlyMap<number, Amount>,
  held: readonly ReadonlyMap<number, Amount>[],
  price: IndexPrices['price'],
): Holdings {
  const list = CURRENCIES.map((currency): Holding => {
    const free = available.get(currency.id) ?? 0n
    const amount = free + sum(held.map((one) => one.get(currency.id) ?? 0n))
    const now = priceOf(currency, (pid) => price(pid)?.now ?? null) ?? 0n
    const before = priceOf(currency, (pid) => price(pid)?.dayAgo ?? null) ?? now
    const [value, dayAgo] = [shareFloor(amount, now, ONE), shareFloor(amount, before, ONE)]
    return { currency, available: free, amount, price: now, value, dayAgo }
  })
  const total = sum(list.map((one) => one.value))
  const before = sum(list.map((one) => one.dayAgo))
  const change = total - before
  return { list, total, change, changePpm: before === 0n ? 0 : Number((change * 1_000_000n) / before) }
}

export function sum(amounts: readonly Amount[]): Amount {
  return amounts.reduce((all, one) => all + one, 0n)
}
