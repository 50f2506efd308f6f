import { coinPicture } from '@tickmark/wire/pictures'
import { base64Of } from '@tickmark/core/base64'
import type { BaseInfo, CandlePoint, LogStep, MarketItem } from '@tickmark/wire/schemas/market'
import { CURRENCIES, priceOf } from '@tickmark/core/money/currencies'
import type { Period } from '@tickmark/core/market/candles'
import { formatAmount, formatFixed, MOST, ONE } from '@tickmark/core/money/money'
import { type Product, PRODUCTS, productById } from '@tickmark/core/market/products'
import type { OpenSides } from './events.ts'
import type { Figures } from './charts/figures.ts'
import type { Market } from './market.ts'

/** Maximum points of a coin's chart in one frame. */
const CHART_POINTS = 120

export interface ViewDeps {
  market: Pick<Market, 'latest' | 'feed' | 'figures' | 'topFive' | 'candles' | 'head'>
  /** The open orders on a product; null without any. */
  openSides(pid: number): OpenSides | null
}

/** The market in wire format. Lists are built once per tick, whatever the number of calls. */
export interface MarketView {
  head(): { asOf: number; feed: ReturnType<Market['feed']> }
  top(): MarketItem[]
  all(): MarketItem[]
  log(): LogStep | null
  detail(pid: number, period: Period): { baseInfo: BaseInfo; candles: CandlePoint[] } | null
  rates(): { currencyId: number; name: string; usdRate: string }[]
}

/** Often enough for a page to notice half a minute without a tick. */
const LAST_EVERY_SECONDS = 10

export function marketView(deps: ViewDeps): MarketView {
  const { market } = deps
  let written: { seq: number; items: MarketItem[] } | null = null
  const all = () => {
    const seq = market.latest()?.seq ?? 0
    if (written?.seq === seq) return written.items
    const figures = market.figures()
    const items = PRODUCTS.flatMap((product) => itemOf(product, figures.get(product.pid)))
    written = { seq, items }
    return items
  }
  return {
    head: () => ({ asOf: market.latest()?.atMs ?? 0, feed: market.feed() }),
    all,
    log() {
      const head = market.head()
      if (!head) return null
      const { size, leaves, note, last, at } = head
      const isTime = Math.floor(at / 1000) % LAST_EVERY_SECONDS === 0
      return { size, leaves: leaves.map(base64Of), note, last: isTime ? last : null }
    },
    top: () => {
      const five = market.topFive()
      return all()
        .filter((item) => five.includes(item.pid))
        .toSorted((a, b) => five.indexOf(a.pid) - five.indexOf(b.pid))
    },
    detail(pid, period) {
      const product = productById(pid)
      const figures = market.figures().get(pid)
      if (!product || !figures) return null
      const candles = market.candles(pid, period, CHART_POINTS).map(({ openedAt, close }) => {
        return { id: openedAt, close: formatFixed(close, product.decimals) }
      })
      return { baseInfo: baseInfoOf(product, figures, deps.openSides(pid)), candles }
    },
    rates() {
      const figures = market.figures()
      return CURRENCIES.map((currency) => {
        const price = priceOf(currency, (pid) => figures.get(pid)?.price ?? null) ?? 0n
        return { currencyId: currency.id, name: currency.code, usdRate: formatAmount(price) }
      })
    },
  }
}

function itemOf(product: Product, figures: Figures | undefined): MarketItem[] {
  if (!figures) return []
  const { pid, symbol, name, colour, decimals } = product
  return [
    {
      pid,
      symbol,
      name,
      picture: coinPicture(symbol),
      colour,
      decimals,
      price: formatFixed(figures.price ?? 0n, decimals),
      changePct: signed(figures.changePercent),
      trend: trendTexts(figures.sparkline, decimals).map((close) => ({ close })),
      open: !figures.isPaused,
    },
  ]
}

/** A line a few dozen pixels high shows a hundredth of its range at best, so closes are cut to that precision. */
const TREND_STEPS = 100n

/** Closes for a mini trend line, as short as possible: they are most of the frame that every client gets each second. */
export function trendTexts(closes: readonly bigint[], decimals: number): string[] {
  const [least, most] = closes.reduce(([a, b], one) => [one < a ? one : a, one > b ? one : b], [MOST, 0n])
  let shown = 0
  for (let unit = ONE; shown < decimals && unit * TREND_STEPS > most - least; unit /= 10n) shown++
  return closes.map((close) => formatFixed(close, shown))
}

function baseInfoOf(product: Product, figures: Figures, open: OpenSides | null): BaseInfo {
  const { pid, symbol, name, colour, decimals } = product
  const up = open?.upPercent ?? figures.upPercent
  return {
    pid,
    symbol,
    picture: coinPicture(symbol),
    colour,
    decimals,
    fullName: name,
    abbreviation: symbol,
    price: formatFixed(figures.price ?? 0n, decimals),
    change: figures.change,
    changePct: signed(figures.changePercent),
    upPct: String(up),
    downPct: String(100 - up),
    upOf: open?.orders ?? 0,
    volume: formatFixed(figures.volume, 2),
    turnover: formatFixed(figures.turnover, 2),
    favourite: 0,
    productType: 1,
    open: !figures.isPaused,
  }
}

/** Adds "+" and "%": "1.84" becomes "+1.84%"; a fall already has its "-". */
function signed(percent: string): string {
  return percent.startsWith('-') ? `${percent}%` : `+${percent}%`
}
