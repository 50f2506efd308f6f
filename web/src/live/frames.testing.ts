import type { Frame } from '@tickmark/wire/live/socket'
import type { BaseInfo, MarketItem } from '@tickmark/wire/schemas/market'

type DetailFrame = Extract<Frame, { type: 2 }>
type AllFrame = Extract<Frame, { type: 3 | 4 }>

/** BTC in the market list, at 67,400.20 after a rise. */
export function aCoin(given: Partial<MarketItem> = {}): MarketItem {
  return {
    pid: 1,
    symbol: 'BTC',
    name: 'Bitcoin',
    picture: '/coins/btc.svg',
    colour: '#f7931a',
    decimals: 2,
    price: '67400.2',
    changePct: '+1.84%',
    trend: [{ close: '66000' }, { close: '67000' }],
    open: true,
    ...given,
  }
}

/** The heading of the same coin. */
export function aHeading(given: Partial<BaseInfo> = {}): BaseInfo {
  return {
    pid: 1,
    symbol: 'BTC',
    picture: '/coins/btc.svg',
    colour: '#f7931a',
    decimals: 2,
    fullName: 'Bitcoin',
    abbreviation: 'BTC',
    price: '67400.2',
    change: '+1218.4',
    changePct: '+1.84%',
    upPct: '62',
    downPct: '38',
    upOf: 19,
    volume: '21345.6',
    turnover: '1438000000',
    favourite: 0,
    productType: 1,
    open: true,
    ...given,
  }
}

let seq = 0

/** Each frame is newer than those of earlier tests, so that it replaces them. */
function head() {
  const asOf = 1_790_000_000_000 + ++seq
  return { seq, asOf, now: asOf, feed: 'LIVE' as const }
}

/** The next frame of the coin's page. */
export function detailFrame(given: Partial<BaseInfo> = {}): DetailFrame {
  const baseInfo = aHeading(given)
  return { ...head(), type: 2, pid: baseInfo.pid, period: '15min', data: { baseInfo, candles: [] } }
}

/** The next frame of the list of all coins. */
export function allFrame(list: MarketItem[]): AllFrame {
  return { ...head(), type: 4, data: { list } }
}
