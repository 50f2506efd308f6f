/** The six chart periods, in seconds. */
export const PERIODS = {
  '5min': 300,
  '15min': 900,
  '1hour': 3_600,
  '4hour': 14_400,
  '1day': 86_400,
  '1week': 604_800,
} as const

export type Period = keyof typeof PERIODS

/** Prices in 1e-8 USDT over [openedAt, openedAt + period), `openedAt` in seconds since 1970. */
export interface Candle {
  openedAt: number
  open: bigint
  high: bigint
  low: bigint
  close: bigint
}

/** 1970-01-05, the first Monday: weeks start there, in UTC. */
const FIRST_MONDAY = 4 * 86_400

/**
 * Start of the bucket of `seconds` length that holds a second. Weeks begin on Monday in UTC; every shorter length divides a day,
 * and so begins at midnight, too.
 */
export function bucketOf(seconds: number, second: number): number {
  return Math.floor((second - FIRST_MONDAY) / seconds) * seconds + FIRST_MONDAY
}

/** The candle with one more, later price: the same bucket extended, or a new candle in the next bucket. */
export function withPrice(
  candle: Candle | undefined,
  seconds: number,
  second: number,
  price: bigint,
): Candle {
  const openedAt = bucketOf(seconds, second)
  if (candle?.openedAt !== openedAt) return { openedAt, open: price, high: price, low: price, close: price }
  return {
    openedAt,
    open: candle.open,
    high: price > candle.high ? price : candle.high,
    low: price < candle.low ? price : candle.low,
    close: price,
  }
}
