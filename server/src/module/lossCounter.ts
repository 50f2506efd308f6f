import type { Amount } from '@tickmark/core/money/money'
import type { Reader } from '../db/pool.ts'

/** What a product won, lost and took in one hour of a user's real book, in units of the currency. */
export interface LossHour {
  currencyId: number
  /** Milliseconds since 1970 / 3,600,000. */
  hour: number
  won: Amount
  lost: Amount
  stake: Amount
  /** Orders, or what the product calls them, that ended in the hour. */
  settled: number
}

/** What users' own limits count of a product. It feeds the figures that are shown and the reality checks. */
export interface LossCounter {
  source: string
  /** From an hour on, that hour included. */
  hours(reader: Reader, userId: number, fromHour: number): Promise<LossHour[]>
  /** What is at stake now, by currency id: it counts as lost until it ends. */
  openStake(reader: Reader, userId: number): Promise<ReadonlyMap<number, Amount>>
}
