import type { Book } from '@tickmark/core/money/currencies'

declare module '../module/events.ts' {
  interface EventMap {
    /** A user's balances of a book are others, and no other event says why. */
    balance_changed: { userId: number; book: Book }
  }
}
