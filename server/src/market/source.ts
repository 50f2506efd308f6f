import type { Deviation } from '@tickmark/core/market/deviation'
import type { DayReveal } from '@tickmark/core/market/simulated/day'
import type { Sample } from '@tickmark/core/market/simulated/prices'

/**
 * The origin of the index. Only its own data decides whether a product has a price: it has no switch, and takes no data
 * about users or orders.
 */
export interface PriceSource {
  /** Prices of one second in 1e-8 USDT, by product id. A product without a good price is absent: it is paused. */
  pricesAt(second: number): ReadonlyMap<number, bigint>
  /** The prices of `count` seconds from `fromSecond` on; null where the source has none. */
  history(pid: number, fromSecond: number, count: number): (bigint | null)[]
  /**
   * Known past prices of a stretch, in rising order, at most `apartSeconds` apart. The source chooses the seconds, the same ones
   * for any stretch. Empty for a source without a past.
   */
  past(pid: number, fromSecond: number, toSecond: number, apartSeconds: number): Sample[]
  /**
   * The longest gap, in seconds, that is logged in full later with its original prices; of a longer gap, only the seconds that an
   * open order needs. 0 for venues, whose gaps stay gaps.
   */
  readonly catchUpSeconds: number
  /** The seed of a UTC day; null for a source without seeds. Secret until that day has ended. */
  day(name: string): DayReveal | null
  /** The deviation used to draw prices; null when it must be estimated from the ticks. */
  deviation(pid: number): Deviation | null
  /** Turnover in USDT and volume in coins of the 24 h up to a second, in 1e-8 units. */
  traded(pid: number, second: number, price: bigint): { turnover: bigint; volume: bigint }
}
