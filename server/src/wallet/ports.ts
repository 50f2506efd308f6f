import type { Book } from '@tickmark/core/money/currencies'
import type { Amount } from '@tickmark/core/money/money'
import type { Clock } from '../platform/clock.ts'
import type { Db, Reader } from '../db/pool.ts'
import type { WalletPrices } from '../market/indexPrices.ts'

/** What the wallet needs from the rooms beside it. */
export interface WalletDeps {
  db: Db
  clock: Clock
  prices: WalletPrices
  /** Seals what the server offers, so that nobody else can make it up. */
  quoteKey: Uint8Array
  /** Stakes and fees in open orders by currency id; a currency without any is absent. */
  heldByOrders(reader: Reader, userId: number, book: Book): Promise<ReadonlyMap<number, Amount>>
  /** Net results of what was settled after each of these times and up to the next, by currency id; the times are in order. */
  netsBetween(
    reader: Reader,
    userId: number,
    book: Book,
    timesMs: readonly number[],
  ): Promise<ReadonlyMap<number, readonly Amount[]>>
  /** Orders of a currency that are open or were settled after a moment. */
  orderIdsSince(
    reader: Reader,
    userId: number,
    book: Book,
    currencyId: number,
    sinceMs: number,
  ): Promise<string[]>
  /** Tells the user's open pages that balances of a book are new. */
  changed(userId: number, book: Book): void
}
