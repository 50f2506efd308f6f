import type { Frame, Period } from '@tickmark/wire/live/socket'
import type { FeedState } from '@tickmark/wire/schemas/market'
import { SUBSCRIPTION } from '@tickmark/wire/live/socket'
import type { BaseInfo, CandlePoint, MarketItem } from '@tickmark/wire/schemas/market'

export type MarketKind = 'top' | 'watchlist' | 'all'
export type Wanted =
  | { kind: MarketKind | 'log' }
  | { kind: 'detail'; pid: number; period: Period; timeId: number }

/** The last data of a subscription. */
export interface Feed {
  seq: number
  /** Server time of its prices, ms since 1970. */
  asOfMs: number
  state: FeedState
  /** Stored on an earlier visit, or carried by the document: shown grey until the socket delivers data. */
  kept: boolean
  list?: MarketItem[]
  baseInfo?: BaseInfo
  candles?: CandlePoint[]
}

/**
 * A subscription's key, shared by its frames and requests. The duration is not part of it: it does not change the data.
 */
export function feedKey(wanted: Wanted): string {
  return wanted.kind === 'detail' ? `detail.${wanted.pid}.${wanted.period}` : wanted.kind
}

/** The key of the subscription that a frame belongs to; null for one that no screen shows. */
export function frameKey(frame: Frame): string | null {
  if (frame.type === 2) return feedKey({ kind: 'detail', pid: frame.pid, period: frame.period, timeId: 0 })
  if (frame.type === SUBSCRIPTION.top) return 'top'
  if (frame.type === SUBSCRIPTION.watchlist) return 'watchlist'
  return frame.type === SUBSCRIPTION.all ? 'all' : null
}

/** The frame's data, if it is for a screen. */
export function feedOf(frame: Frame): Feed {
  const head = { seq: frame.seq, asOfMs: frame.asOf, state: frame.feed, kept: false }
  if (frame.type === 2) return { ...head, baseInfo: frame.data.baseInfo, candles: frame.data.candles }
  if (frame.type === 1) return { ...head, list: frame.data.list }
  return frame.type === 9 || frame.type === 5 ? head : { ...head, list: frame.data.list }
}
