import type { Book } from '@tickmark/core/currencies'
import type { Amount } from '@tickmark/core/money'
import type { Clock } from '../clock.ts'
import type { Db, Reader } from '../db/pool.ts'
import type { WalletPrices } from './prices.ts'

/** What an order held, and when. */
export interface HeldStake {
  orderId: string
  currencyId: number
  /** Stake and fee. */
  amount: Amount
  fromMs: number
  /** Null while the order is open. */
  untilMs: number | null
}

/** What the wallet needs from the rooms beside it. */
export interface WalletDeps {
  db: Db
  clock: Clock
  prices: WalletPrices
  /** Seals what the server offers, so that nobody else can make it up. */
  quoteKey: Uint8Array
  /** Stakes and fees in open orders by currency id; a currency without any is absent. */
  heldByOrders(reader: Reader, userId: number, book: Book): Promise<ReadonlyMap<number, Amount>>
  /** Stakes and fees of all orders that were open at some time since then. */
  stakesSince(reader: Reader, userId: number, book: Book, sinceMs: number): Promise<HeldStake[]>
  /** Tells the user's open pages that balances of a book are new. */
  changed(userId: number, book: Book): void
}
