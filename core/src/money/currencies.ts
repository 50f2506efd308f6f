import { assert } from '../assert.ts'
import { ONE, parseAmount, type Amount } from './money.ts'

export type Book = 'real' | 'simulated'

/** The number of a book in tables, account ids and frames; it never changes meaning. */
export function codeOfBook(book: Book): 0 | 1 {
  return book === 'real' ? 0 : 1
}

/** The inverse of `codeOfBook`. */
export function bookOfCode(code: number): Book {
  assert(code === 0 || code === 1, `${code} is a book`)
  return code === 0 ? 'real' : 'simulated'
}

/**
 * A currency of the books. The index price of product `pid` values it in USDT; a dollar coin has no product and counts
 * as 1.
 */
export interface Currency {
  id: number
  code: string
  name: string
  pid: number | null
  colour: string
  /** Decimal places shown on screen; the books always hold 8. */
  shown: number
  /** Minimum and maximum stake of one up/down order; null when orders cannot be paid in the currency. */
  stake: { least: Amount; most: Amount } | null
  /** Opening balance of a new user in the simulated book. */
  opening: Amount
}

export const CURRENCIES: readonly Currency[] = [
  currency(1, 'USDT', 'Tether', null, '#1f8a70', 2, ['1', '5000'], '10000'),
  currency(2, 'USDC', 'USD Coin', null, '#2a6fc9', 2, ['1', '5000'], '0'),
  currency(3, 'ETH', 'Ethereum', 2, '#4d5fd1', 6, ['0.0003', '1.5'], '1'),
  currency(4, 'BTC', 'Bitcoin', 1, '#d9820b', 8, ['0.000015', '0.075'], '0.1'),
  currency(5, 'TRX', 'Tron', 4, '#c8303a', 2, null, '0'),
  currency(6, 'BNB', 'BNB', 9, '#b98a00', 4, null, '0'),
  currency(7, 'SOL', 'Solana', 3, '#7a3fd0', 4, null, '0'),
]

function currency(
  id: number,
  code: string,
  name: string,
  pid: number | null,
  colour: string,
  shown: number,
  stake: [string, string] | null,
  opening: string,
): Currency {
  const limits = stake && { least: amount(stake[0]), most: amount(stake[1]) }
  return { id, code, name, pid, colour, shown, stake: limits, opening: amount(opening) }
}

function amount(text: string): Amount {
  const units = parseAmount(text)
  assert(units !== null, `${text} is an amount`)
  return units
}

export function currencyById(id: number): Currency | undefined {
  return CURRENCIES.find((one) => one.id === id)
}

export function currencyByCode(code: string): Currency | undefined {
  return CURRENCIES.find((one) => one.code === code)
}

/** Price of one unit of a currency in USDT, from product prices. A dollar coin always counts as 1. */
export function priceOf({ pid }: Currency, price: (pid: number) => Amount | null): Amount | null {
  return pid === null ? ONE : price(pid)
}
