import { assert } from '../assert.ts'
import { CURRENCIES } from '../money/currencies.ts'
import { PROGRAMME } from './programme.ts'
import { TRADED_PIDS } from './simulated/venues.ts'

/** The currency of a traded product's coin. */
export function currencyOfPid(pid: number): number {
  const found = CURRENCIES.find((one) => one.pid === pid)
  assert(found, `product ${pid} is a currency of the books`)
  return found.id
}

/** The product that prices a currency; null for USDT. */
export function pidOfCurrency(currency: number): number | null {
  return CURRENCIES.find((one) => one.id === currency)?.pid ?? null
}

/** What the programme holds at its venues: USDT, and the coins that it trades. */
export const TRADED_CURRENCIES: readonly number[] = [PROGRAMME.currency, ...TRADED_PIDS.map(currencyOfPid)]
