import type { Candle } from '@tickmark/core/market/candles'
import { formatFixed, ONE } from '@tickmark/core/money/money'
import type { Product } from '@tickmark/core/market/products'
import { MINUTE, type CandleBook } from './candles.ts'
import type { PriceSource } from '../source.ts'
import type { MarketTick } from '../ticks.ts'

/** A product's last 24 h. Amounts in 1e-8 units. */
export interface Figures {
  pid: number
  /** The last known price; null before the first. */
  price: bigint | null
  /** The newest tick has no price: no new orders on this product. */
  isPaused: boolean
  /** Change over 24 h, with "-" for a fall: "-12.50" USDT in the product's decimals, and "-1.84" percent. */
  change: string
  changePercent: string
  /** USDT. */
  turnover: bigint
  /** Coins. */
  volume: bigint
  /** Hourly closes over 24 h, oldest first. */
  sparkline: readonly bigint[]
  /** Share of rising one-minute moves in 24 h, whole percent; 50 without any. */
  upPercent: number
}

interface Day {
  minute: number
  before: bigint | null
  sparkline: readonly bigint[]
  upPercent: number
}

const SPARK_MINUTES = 60
const DAY_MINUTES = 1440
/** One hundred, in 1e-8 units. */
const PERCENT = 100n * ONE

/** Computes every product's figures at a tick: once per tick, whatever the number of calls. */
export function createFigures(book: CandleBook, source: PriceSource, products: readonly Product[]) {
  const days = new Map<number, Day>()
  let known: { seq: number; second: number; all: ReadonlyMap<number, Figures> } | null = null
  return function figuresOf(tick: MarketTick | null, nowSecond: number): ReadonlyMap<number, Figures> {
    const seq = tick?.seq ?? 0
    const second = tick ? tick.atMs / 1000 : nowSecond
    if (known?.seq === seq && known.second === second) return known.all
    const all = new Map<number, Figures>()
    for (const product of products) {
      const day = dayOf(days, book, product.pid, second)
      const price = tick?.prices.get(product.pid)
      const last = price ?? book.series(product.pid, MINUTE).at(-1)?.close ?? null
      const traded = last === null ? NOTHING : source.traded(product.pid, second, last)
      const isPaused = price === undefined
      all.set(product.pid, {
        pid: product.pid,
        price: last,
        isPaused,
        ...changeOf(product, last, day),
        ...traded,
      })
    }
    known = { seq, second, all }
    return all
  }
}

const NOTHING = { turnover: 0n, volume: 0n }

/** The products with the largest turnover, largest first. */
export function largest(figures: ReadonlyMap<number, Figures>, count: number): number[] {
  const byTurnover = [...figures.values()].toSorted((a, b) =>
    a.turnover > b.turnover ? -1 : a.turnover < b.turnover ? 1 : a.pid - b.pid,
  )
  return byTurnover.slice(0, count).map((one) => one.pid)
}

/** Figures over 24 h change once a minute, each product's at another second, to spread the work. */
function dayOf(days: Map<number, Day>, book: CandleBook, pid: number, second: number): Day {
  const minute = Math.floor((second - pid) / MINUTE)
  const known = days.get(pid)
  if (known?.minute === minute) return known
  const closes = minuteCloses(book.series(pid, MINUTE), second)
  const isPoint = (i: number) => (closes.length - 1 - i) % SPARK_MINUTES === 0
  const day = {
    minute,
    before: closes.find((close) => close !== null) ?? null,
    sparkline: closes.filter((close, i): close is bigint => close !== null && isPoint(i)),
    upPercent: upPercent(closes),
  }
  days.set(pid, day)
  return day
}

function changeOf(product: Product, last: bigint | null, day: Day) {
  const { before, sparkline, upPercent: up } = day
  const change = last === null || before === null ? 0n : last - before
  return {
    change: formatFixed(change, product.decimals),
    changePercent: before === null ? '0.00' : formatFixed((change * PERCENT) / before, 2),
    sparkline,
    upPercent: up,
  }
}

/** Closes of the 1,441 whole minutes before a second, oldest first; null where no tick exists. */
export function minuteCloses(series: readonly Candle[], second: number): (bigint | null)[] {
  const closes: (bigint | null)[] = Array.from({ length: DAY_MINUTES + 1 }, () => null)
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
