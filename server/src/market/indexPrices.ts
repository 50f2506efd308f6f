import { PERIODS, type Candle, type Period } from '@tickmark/core/market/candles'
import type { Amount } from '@tickmark/core/money/money'
import type { Market } from './market.ts'

/** Index prices in USDT by product; null where none exists. */
export interface IndexPrices {
  /** The last known price. */
  price(pid: number): Amount | null
  /** This second's price, while the feed is good enough to trade on. */
  firm(pid: number): Amount | null
  /** Whether new trading is paused although there are prices. */
  isPaused(): boolean
  /** The last logged tick at a time, at most `TICK_AGE_MS` older. */
  tickAt(pid: number, atMs: number): Promise<Amount | null>
  /** The last candle's close before a time in the last 40 days. */
  closeAt(pid: number, atMs: number): Amount | null
}

const TICK_AGE_MS = 5_000
/** Candle periods to search, finest first. */
const LOOKED_AT: readonly Period[] = ['5min', '15min', '1hour', '4hour']
const MOST_CANDLES = 240

/** The wallet's view of the market. */
export function indexPrices(
  market: Pick<Market, 'figures' | 'latest' | 'acceptsOrders' | 'isPaused' | 'ticksBetween' | 'candles'>,
): IndexPrices {
  return {
    price: (pid) => market.figures().get(pid)?.price ?? null,
    firm: (pid) => (market.acceptsOrders(pid) ? (market.latest()?.prices.get(pid) ?? null) : null),
    isPaused: market.isPaused,
    async tickAt(pid, atMs) {
      const ticks = await market.ticksBetween(pid, atMs - TICK_AGE_MS, atMs)
      return ticks.at(-1)?.price ?? null
    },
    closeAt(pid, atMs) {
      const second = Math.floor(atMs / 1000)
      for (const period of LOOKED_AT) {
        const close = closeBefore(market.candles(pid, period, MOST_CANDLES), PERIODS[period], second)
        if (close !== null) return close
      }
      return null
    },
  }
}

/** Close of the last candle that had ended by then; null when the candles begin later. */
function closeBefore(candles: readonly Candle[], seconds: number, second: number): Amount | null {
  return candles.findLast((one) => one.openedAt + seconds <= second)?.close ?? null
}
