import type { FeedState, Frame, Period } from '@tickmark/wire/live/socket'
import { SUBSCRIPTION } from '@tickmark/wire/live/socket'
import type { BaseInfo, CandlePoint, MarketItem } from '@tickmark/wire/schemas/market'

export type MarketKind = 'top' | 'watchlist' | 'all'
export type Wanted = { kind: MarketKind } | { kind: 'detail'; pid: number; period: Period; timeId: number }

/** What a subscription showed last. */
export interface Feed {
  seq: number
  /** Server time of its prices, ms since 1970. */
  asOfMs: number
  state: FeedState
  /** Kept from an earlier visit: shown greyed until the socket speaks. */
  kept: boolean
  list?: MarketItem[]
  baseInfo?: BaseInfo
  candles?: CandlePoint[]
}

/** A subscription's name: frames and asks that belong together have the same. The duration does not change what is shown. */
export function feedKey(wanted: Wanted): string {
  return wanted.kind === 'detail' ? `detail.${wanted.pid}.${wanted.period}` : wanted.kind
}

/** The name of the subscription that a frame answers; null for the user's own events. */
export function frameKey(frame: Frame): string | null {
  if (frame.type === 2) return feedKey({ kind: 'detail', pid: frame.pid, period: frame.period, timeId: 0 })
  if (frame.type === SUBSCRIPTION.top) return 'top'
  if (frame.type === SUBSCRIPTION.watchlist) return 'watchlist'
  return frame.type === SUBSCRIPTION.all ? 'all' : null
}

/** What the frame shows. */
export function feedOf(frame: Frame): Feed {
  const head = { seq: frame.seq, asOfMs: frame.asOf, state: frame.feed, kept: false }
  if (frame.type === 2) return { ...head, baseInfo: frame.data.baseInfo, candles: frame.data.candles }
  if (frame.type === 1) return { ...head, list: frame.data.list }
  return frame.type === 9 ? head : { ...head, list: frame.data.list }
}
