import type { Book } from '@tickmark/core/currencies'
import type { Decision } from '@tickmark/core/decision'
import type { Amount } from '@tickmark/core/money'

/** What the wallet needs from the rooms beside it. Amounts by currency id; a currency that was never touched is absent. */
export interface WalletDeps {
  available(userId: number, book: Book): Promise<ReadonlyMap<number, Amount>>
  /** Stakes and fees in open orders. */
  held(userId: number, book: Book): Promise<ReadonlyMap<number, Amount>>
  /** Index price of a product in USDT, now and 24 h ago; null where there is none. */
  price(pid: number): { now: Amount; dayAgo: Amount | null } | null
  reset(request: {
    userId: number
    key: string
    nowMs: number
  }): Promise<Decision<unknown, { code: 'key_reused' }>>
  /** Tells the user's open pages that the simulated balances are new. */
  changed(userId: number, book: Book): void
}
