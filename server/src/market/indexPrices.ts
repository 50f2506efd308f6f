import { PERIODS, type Candle, type Period } from '@tickmark/core/market/candles'
import { parseAmount, type Amount } from '@tickmark/core/money/money'
import type { Market } from './market.ts'

/** Index prices in USDT by product; null where there is none. */
export interface IndexPrices {
  /** The last known price, and the one of 24 h before. */
  price(pid: number): { now: Amount; dayAgo: Amount | null } | null
  /** The price of this second, while the feed is good enough to trade on. */
  firm(pid: number): Amount | null
  /** The last logged tick at a moment, at most `TICK_AGE_MS` older. */
  tickAt(pid: number, atMs: number): Promise<Amount | null>
  /** The close before a moment of the last 40 days, from candles. */
  closeAt(pid: number, atMs: number): Amount | null
}

const TICK_AGE_MS = 5_000
/** Candles that are looked at, finest first. */
const LOOKED_AT: readonly Period[] = ['5min', '15min', '1hour', '4hour']
const MOST_CANDLES = 240

/** The market as the wallet sees it. */
export function indexPrices(
  market: Pick<Market, 'figures' | 'latest' | 'acceptsOrders' | 'ticksBetween' | 'candles'>,
): IndexPrices {
  return {
    price(pid) {
      const figures = market.figures().get(pid)
      const change = parseAmount(figures?.change ?? '')
      if (!figures || figures.price === null || change === null) return null
      return { now: figures.price, dayAgo: figures.price - change }
    },
    firm: (pid) => (market.acceptsOrders(pid) ? (market.latest()?.prices.get(pid) ?? null) : null),
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

/** Close of the last candle that was over by then; null when the candles begin later. */
function closeBefore(candles: readonly Candle[], seconds: number, second: number): Amount | null {
  return candles.findLast((one) => one.openedAt + seconds <= second)?.close ?? null
}
