import type { DayReveal } from '@tickmark/core/market/simulated/day'

/**
 * Where the index comes from. Only its own data decides whether a product has a price: there is no switch for it, and
 * nothing about users or orders comes in here.
 */
export interface PriceSource {
  /** Prices of one second in 1e-8 USDT, by product id. A product without a good price is absent: it is paused. */
  pricesAt(second: number): ReadonlyMap<number, bigint>
  /** `count` prices from `fromSecond` on, `stepSeconds` apart; null where the source knows none. */
  history(pid: number, fromSecond: number, stepSeconds: number, count: number): (bigint | null)[]
  /** How many missed seconds can be told afterwards as they would have been then: 0 for venues, whose gaps stay gaps. */
  readonly catchUpSeconds: number
  /** What a UTC day is drawn from; null for a source that is not drawn. Secret until that day has ended. */
  day(name: string): DayReveal | null
  /** Turnover in USDT and volume in coins of the 24 h up to a second, in 1e-8 units. */
  traded(pid: number, second: number, price: bigint): { turnover: bigint; volume: bigint }
}
