import type { Amount } from '@tickmark/core/money/money'
import type { Reader } from '../db/pool.ts'

/** A product's gains, losses and stakes in one hour of a user's real book, in units of the currency. */
export interface LossHour {
  currencyId: number
  /** Milliseconds since 1970 / 3,600,000. */
  hour: number
  won: Amount
  lost: Amount
  stake: Amount
  /** Orders, or the product's equivalent, that ended in the hour. */
  settled: number
}

/** What users' own limits count of a product. Used for displayed figures and reality checks. */
export interface LossCounter {
  source: string
  /** Hours from this one on, inclusive. */
  hours(reader: Reader, userId: number, fromHour: number): Promise<LossHour[]>
  /** Stakes of open orders, by currency id: they count as lost until they settle. */
  openStake(reader: Reader, userId: number): Promise<ReadonlyMap<number, Amount>>
}
