import type { BaseInfo, CandlePoint, FeedState, LogStep, MarketItem } from '@tickmark/wire/schemas/market'
import { FIRST_PERIOD, type Frame, SUBSCRIPTION, type Subscription } from '@tickmark/wire/live/socket'

/** What the live socket shows; the market and the accounts supply it. */
export interface LiveSource {
  /** The newest tick's time (ms) and the state of the feed. */
  head(): { asOf: number; feed: FeedState }
  top(): MarketItem[]
  all(): MarketItem[]
  /** The additions of the newest commit to the public log; null before the first. */
  log(): LogStep | null
  /** A coin's page, with `favourite` 0; null for an unknown coin. */
  detail(
    pid: number,
    period: Extract<Subscription, { kind: 'detail' }>['period'],
  ): { baseInfo: BaseInfo; candles: CandlePoint[] } | null
  /** Coins on a user's watchlist, in the user's order. */
  favourites(userId: number): Promise<readonly number[]>
}

/** Identifies a subscription within one socket. A coin's page with another duration has the same key. */
export function wantKey(what: Subscription): string {
  return what.kind === 'detail' ? `detail ${what.pid} ${what.period}` : what.kind
}

/** Subscriptions with this same key get the same frame, also across users. */
export function frameKey(what: Subscription, favourites: readonly number[]): string {
  if (what.kind === 'watchlist') return `watchlist ${favourites.join(' ')}`
  if (what.kind !== 'detail') return what.kind
  return `${wantKey(what)}${favourites.includes(what.pid) ? ' kept' : ''}`
}

/** What a visitor first sees of a coin, for the document of its page; null for an unknown coin. */
export function coinFrame(
  source: LiveSource,
  pid: number,
  nowMs: number,
): Extract<Frame, { type: 2 }> | null {
  const what: Subscription = { kind: 'detail', pid, period: FIRST_PERIOD, timeId: 0 }
  const frame = buildFrame(source, what, [], { seq: 0, now: nowMs })
  return frame?.type === SUBSCRIPTION.detail ? frame : null
}

/** The frame of a subscription; null when there is nothing to show, such as an unknown coin. */
export function buildFrame(
  source: LiveSource,
  what: Subscription,
  favourites: readonly number[],
  at: { seq: number; now: number },
): Frame | null {
  const head = { ...source.head(), ...at }
  if (what.kind === 'detail') {
    const { pid, period } = what
    const detail = source.detail(pid, period)
    if (!detail) return null
    const baseInfo = { ...detail.baseInfo, favourite: favourites.includes(pid) ? 1 : 0 }
    return { type: SUBSCRIPTION.detail, ...head, pid, period, data: { baseInfo, candles: detail.candles } }
  }
  if (what.kind === 'log') {
    const step = source.log()
    return step && { type: SUBSCRIPTION.log, ...head, data: step }
  }
  if (what.kind === 'top') return { type: SUBSCRIPTION.top, ...head, data: { list: source.top() } }
  if (what.kind === 'all') return { type: SUBSCRIPTION.all, ...head, data: { list: source.all() } }
  const byPid = new Map(source.all().map((item) => [item.pid, item]))
  const list = favourites.flatMap((pid) => byPid.get(pid) ?? [])
  return { type: SUBSCRIPTION.watchlist, ...head, data: { list } }
}
