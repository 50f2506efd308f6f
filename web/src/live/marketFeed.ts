import type { Frame, Period } from '@tickmark/wire/live/socket'
import { feedState, type FeedState } from '@tickmark/wire/schemas/market'
import {
  baseInfo,
  candlePoint,
  marketItem,
  type BaseInfo,
  type CandlePoint,
  type MarketItem,
} from '@tickmark/wire/schemas/market'
import { useEffect, useState, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { serverNow } from '@tickmark/client/serverClock.ts'
import { feedKey, feedOf, frameKey, type Feed, type MarketKind, type Wanted } from './feeds.ts'
import { connected } from './socket.ts'
import { ask } from './wantedFeeds.ts'
import { useStore } from '@tickmark/client/observable.ts'
import { keep, keptJson } from '@tickmark/client/storage.ts'
import { isSessionKept, sessionNow, whenOwnerLeaves } from '../session/session.ts'

/** Prices older than this are stale, whatever the feed reports. */
const FRESH_MS = 6_000
const KEEP_EVERY_MS = 15_000
const WATCHLIST = 'watchlist' satisfies MarketKind

interface Freshness {
  /** No fresh price: show it grey, with `asOfMs`. */
  stale: boolean
  asOfMs: number | null
  state: FeedState | null
}

export interface LiveMarket extends Freshness {
  /** Null until the first frame: show the placeholder. */
  list: MarketItem[] | null
}

export interface LiveDetail extends Freshness {
  baseInfo: BaseInfo | null
  candles: CandlePoint[]
}

const feeds = new Map<string, Feed>()
const followers = new Map<string, Set<() => void>>()
const keptAt = new Map<string, number>()

/**
 * Stores the last data when the page is left. Deletes a user's watchlist when he leaves or another account takes over. The
 * app calls this once.
 */
export function startKeptFeeds(): void {
  addEventListener('pagehide', () => feeds.forEach((feed, key) => keepFeed(key, feed)))
  whenOwnerLeaves(() => {
    feeds.delete(WATCHLIST)
    keep(`live.${WATCHLIST}`, null)
  })
}

/** A market list, live while the component is mounted. */
export function useMarket(kind: MarketKind): LiveMarket {
  const feed = useFeed({ kind })
  return { list: feed?.list ?? null, ...useFreshness(feed) }
}

/** A subscription names a duration, which does not change its data. */
const ANY_DURATION = 110

/** A coin's heading and chart, live while the component is mounted. */
export function useDetail(pid: number, period: Period): LiveDetail {
  const feed = useFeed({ kind: 'detail', pid, period, timeId: ANY_DURATION })
  return { baseInfo: feed?.baseInfo ?? null, candles: feed?.candles ?? NONE, ...useFreshness(feed) }
}

/** Whether the socket is open. */
export function useConnected(): boolean {
  return useStore(connected)
}

const NONE: CandlePoint[] = []

/** Subscribes while mounted; components with the same subscription share it. */
function useFeed(wanted: Wanted): Feed | undefined {
  const key = feedKey(wanted)
  const { pid, period, timeId } = { pid: 0, period: '15min' as Period, timeId: 0, ...wanted }
  useEffect(
    () => ask(wanted.kind === 'detail' ? { kind: 'detail', pid, period, timeId } : { kind: wanted.kind }),
    [wanted.kind, pid, period, timeId],
  )
  const now = () => feeds.get(key) ?? keptFeed(key)
  return useSyncExternalStore((run) => follow(key, run), now, now)
}

/** Fresh while frames arrive; becomes stale by the clock when they stop. */
function useFreshness(feed: Feed | undefined): Freshness {
  const asOfMs = feed?.asOfMs ?? null
  // Time of the data that became late; newer data counts as fresh automatically.
  const [lateMs, setLateMs] = useState<number | null>(null)
  const late = asOfMs !== null && lateMs === asOfMs
  useEffect(() => {
    if (asOfMs === null) return
    const timer = setTimeout(() => setLateMs(asOfMs), Math.max(0, asOfMs + FRESH_MS - serverNow()))
    return () => clearTimeout(timer)
  }, [asOfMs])
  const state = feed?.state ?? null
  const stale = feed !== undefined && (late || feed.kept || state === 'STALE' || state === 'HALTED')
  return { stale, asOfMs, state }
}

/** The returned function tells whether it was still following. */
function follow(key: string, run: () => void): () => boolean {
  const set = followers.get(key) ?? new Set()
  followers.set(key, set.add(run))
  return () => set.delete(run)
}

const MOST_WAIT_MS = 10_000

/**
 * Fetches one frame of a list, so that its page has rows to show, in grey, until it is live; returns its coins. Gives up with none
 * when no frame comes.
 */
export function fetchOnce(kind: MarketKind): Promise<readonly MarketItem[]> {
  return new Promise((done) => {
    const stop = ask({ kind })
    const unfollow = follow(kind, end)
    setTimeout(end, MOST_WAIT_MS)
    function end(): void {
      if (!unfollow()) return
      stop()
      done(feeds.get(kind)?.list ?? [])
    }
  })
}

/** Stores a frame and notifies its followers; one that the document carried is shown grey until the socket delivers. */
export function takeFrame(frame: Frame, isKept = false): void {
  const key = frameKey(frame)
  if (key === null) return
  const feed = { ...feedOf(frame), kept: isKept }
  const before = feeds.get(key)
  // A late frame of an earlier subscription never replaces a newer one.
  if (before && !before.kept && feed.asOfMs < before.asOfMs) return
  feeds.set(key, feed)
  if (Date.now() - (keptAt.get(key) ?? 0) > KEEP_EVERY_MS) keepFeed(key, feed)
  followers.get(key)?.forEach((run) => run())
}

const keptShape = z.object({
  /** `ownKey` */
  key: z.string(),
  seq: z.int(),
  asOfMs: z.int(),
  state: feedState,
  list: z.optional(z.array(marketItem)),
  baseInfo: z.optional(baseInfo),
  candles: z.optional(z.array(candlePoint)),
})

/** The last data of an earlier visit, so that a page opened offline shows it in grey. */
function keptFeed(key: string): Feed | undefined {
  if (keptAt.has(key)) return undefined
  keptAt.set(key, 0)
  const parsed = z.safeParse(keptShape, keptJson(`live.${storageKey(key)}`))
  if (!parsed.success || parsed.data.key !== ownKey(key)) return undefined
  feeds.set(key, { ...parsed.data, kept: true })
  return feeds.get(key)
}

function keepFeed(key: string, feed: Feed): void {
  if (feed.kept || (key === WATCHLIST && !isSessionKept())) return
  keptAt.set(key, Date.now())
  keep(`live.${storageKey(key)}`, JSON.stringify({ key: ownKey(key), ...feed }))
}

/** The key with whose watchlist it is; other feeds are everybody's. */
function ownKey(key: string): string {
  return key === WATCHLIST ? `${key} ${sessionNow().address}` : key
}

/** Each coin is stored once, in the period seen last; each list is stored separately. */
function storageKey(key: string): string {
  return /^detail\.\d+/.exec(key)?.[0] ?? key
}
