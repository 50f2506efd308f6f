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
export const PERIOD_NAMES = Object.keys(PERIODS) as Period[]

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
const WEEK = 604_800

export function isPeriod(name: string): name is Period {
  return Object.hasOwn(PERIODS, name)
}

/** Start of the bucket of `seconds` length that holds a second; aligned to UTC, weeks to Monday. */
export function bucketOf(seconds: number, second: number): number {
  const shift = seconds === WEEK ? FIRST_MONDAY : 0
  return Math.floor((second - shift) / seconds) * seconds + shift
}

/** The candle with one more, later price: the same bucket widened, or a new candle when the bucket changed. */
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

/** Candles of ticks in the order of time; seconds without a tick leave no candle of their own. */
export function foldTicks(ticks: readonly { atMs: number; price: bigint }[], seconds: number): Candle[] {
  const candles: Candle[] = []
  for (const tick of ticks) {
    const last = candles.at(-1)
    const next = withPrice(last, seconds, Math.floor(tick.atMs / 1000), tick.price)
    if (last?.openedAt === next.openedAt) candles[candles.length - 1] = next
    else candles.push(next)
  }
  return candles
}
