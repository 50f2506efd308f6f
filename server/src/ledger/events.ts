import type { Book } from '@tickmark/core/money/currencies'

declare module '../module/events.ts' {
  interface EventMap {
    /** A user's balances of a book changed, and no other event gives the reason. */
    balance_changed: { userId: number; book: Book }
  }
}
