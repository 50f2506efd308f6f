import type { Candle } from '@tickmark/core/candles'
import { formatFixed } from '@tickmark/core/money'
import type { Product } from '@tickmark/core/products'
import { sigmaPerSecond, VOLATILITY_MINUTES } from '@tickmark/core/volatility'
import { MINUTE, type CandleBook } from './candles.ts'
import type { PriceSource } from './source.ts'

/** What the last 24 h of a product look like. Amounts in 1e-8 units. */
export interface Figures {
  pid: number
  /** The last known price; null when there never was one. */
  price: bigint | null
  /** No price in the newest tick: no new orders on this product. */
  isPaused: boolean
  /** Against 24 h ago, with "-" for a fall: "-12.50" USDT in the product's decimals, and "-1.84" percent. */
  change: string
  changePercent: string
  /** USDT. */
  turnover: bigint
  /** Coins. */
  volume: bigint
  /** About 40 closes over 24 h, oldest first. */
  sparkline: readonly bigint[]
  /** Standard deviation of the log return of a second; null when there is too little to tell, then nothing can be priced. */
  sigmaPerSecond: number | null
  /** Share of the one-minute moves of 24 h that went up, whole percent; 50 without any. */
  upPercent: number
}

interface Day {
  minute: number
  before: bigint | null
  sparkline: readonly bigint[]
  sigmaPerSecond: number | null
  upPercent: number
}

const SPARK_MINUTES = 36

/** Works figures out when asked; those over 24 h once a minute, each product at another second of it. */
export function createFigures(book: CandleBook, source: PriceSource) {
  const days = new Map<number, Day>()

  function dayOf(pid: number, second: number): Day {
    const minute = Math.floor((second - pid) / MINUTE)
    const known = days.get(pid)
    if (known?.minute === minute) return known
    const closes = minuteCloses(book.series(pid, MINUTE), second)
    const day = {
      minute,
      before: closes.find((close) => close !== null) ?? null,
      sparkline: closes.filter(
        (close, i) => close !== null && (closes.length - 1 - i) % SPARK_MINUTES === 0,
      ) as bigint[],
      sigmaPerSecond: sigmaPerSecond(closes),
      upPercent: upPercent(closes),
    }
    days.set(pid, day)
    return day
  }

  /** Figures of a product at a second, with the price of that second's tick, if it has one. */
  return function figuresOf(product: Product, second: number, price: bigint | undefined): Figures {
    const { pid, decimals } = product
    const last = price ?? book.series(pid, MINUTE).at(-1)?.close ?? null
    const { before, sparkline, sigmaPerSecond: sigma, upPercent: up } = dayOf(pid, second)
    const change = last === null || before === null ? 0n : last - before
    return {
      pid,
      price: last,
      isPaused: price === undefined,
      change: formatFixed(change, decimals),
      changePercent: before === null ? '0.00' : formatFixed((change * 10_000_000_000n) / before, 2),
      ...(last === null ? { turnover: 0n, volume: 0n } : source.traded(pid, second, last)),
      sparkline,
      sigmaPerSecond: sigma,
      upPercent: up,
    }
  }
}

/** Closes of the 1,441 whole minutes before a second, oldest first, null where there was no tick. */
export function minuteCloses(series: readonly Candle[], second: number): (bigint | null)[] {
  const closes: (bigint | null)[] = Array.from({ length: VOLATILITY_MINUTES + 1 }, () => null)
  const end = Math.floor(second / MINUTE)
  for (const candle of series) {
    const place = candle.openedAt / MINUTE - end + closes.length
    if (place >= 0 && place < closes.length) closes[place] = candle.close
  }
  return closes
}

function upPercent(closes: readonly (bigint | null)[]): number {
  let ups = 0
  let moves = 0
  for (let i = 1; i < closes.length; i++) {
    const [before, close] = [closes[i - 1], closes[i]]
    if (!before || !close || before === close) continue
    moves += 1
    if (close > before) ups += 1
  }
  return moves === 0 ? 50 : Math.round((100 * ups) / moves)
}
