import type { Candle, Period } from '@tickmark/core/candles'
import type { FeedState } from '@tickmark/core/feed'
import type { Tick } from '@tickmark/core/fixing'
import type { Product } from '@tickmark/core/products'
import { PERIODS } from '@tickmark/core/candles'
import { acceptsOrders, feedState } from '@tickmark/core/feed'
import { messageOf } from '../log.ts'
import { startBeat, type Beat, type BeatDeps } from './beat.ts'
import { MOST_CANDLES } from './candles.ts'
import { checkSeed } from './days.ts'
import { createFigures, type Figures } from './figures.ts'
import type { BeforeTick } from './log.ts'
import { loadState } from './state.ts'
import { readEntries, type LogRow } from './store.ts'
import type { MarketTick } from './ticks.ts'

export interface MarketDeps extends Omit<BeatDeps, 'pids' | 'follows'> {
  products: readonly Product[]
  /** Never writes the log. */
  follows?: boolean
}

export type TickListener = (tick: MarketTick) => void | Promise<void>

/** The market as the rest of the server sees it. Readable from the start; ticks come after `start`. */
export interface Market {
  /** Adds what is to be logged before each tick, in the order of adding. Call it before `start`. */
  beforeTick(collect: BeforeTick): void
  /**
   * Hands over every tick from now on, once and in order, after the log and memory have it. A listener gets the next tick
   * when it is done with the last; a slow one delays neither the ticks nor the others. The reply ends it.
   */
  onTick(listener: TickListener): () => void
  /** Begins to write or follow; settles when everything due by now is logged. */
  start(): Promise<void>
  /** Settles when all that is due by the clock is logged and every listener is done with it. */
  idle(): Promise<void>
  stop(): Promise<void>
  isWriting(): boolean
  latest(): MarketTick | null
  feed(): FeedState
  /** Whether an order on a product could be accepted now. */
  acceptsOrders(pid: number): boolean
  /** Ticks of a product in [fromMs, toMs], both included, in order. */
  ticksBetween(pid: number, fromMs: number, toMs: number): Promise<Tick[]>
  /** Log entries `fromSeq` to `toSeq`, both included. */
  entriesBetween(fromSeq: number, toSeq: number): Promise<LogRow[]>
  /** Oldest first, the last one still growing; at most 240. */
  candles(pid: number, period: Period, limit: number): readonly Candle[]
  /** Of every product, as of the newest tick. */
  figures(): ReadonlyMap<number, Figures>
  /** The products with the largest turnover, largest first. */
  topFive(): number[]
}

/** Loads the market. Throws `SeedChanged` when the source is not the one that the log has committed to. */
export async function openMarket(deps: MarketDeps): Promise<Market> {
  const { database, clock, log, source, products } = deps
  const pids = products.map((one) => one.pid)
  const state = await loadState(database, source, pids, clock.nowMs())
  checkSeed(state.openDays, source)
  const figuresOf = createFigures(state.book, source)
  const collectors: BeforeTick[] = []
  const listeners = new Map<TickListener, Promise<void>>()
  let beat: Beat | null = null
  let figures: { seq: number; all: Map<number, Figures> } | null = null

  const before: BeforeTick = async (tx, atMs) => {
    const drafts = []
    for (const collect of collectors) drafts.push(...(await collect(tx, atMs)))
    return drafts
  }

  function tell(tick: MarketTick): void {
    for (const [listener, busy] of listeners) {
      const next = busy.then(() => (listeners.has(listener) ? listener(tick) : undefined))
      listeners.set(
        listener,
        next.catch((thrown: unknown) => failed(tick, thrown)),
      )
    }
  }

  function failed(tick: MarketTick, thrown: unknown): void {
    log.error('a listener failed on a tick', { seq: tick.seq, reason: messageOf(thrown) })
  }

  function currentFigures(): Map<number, Figures> {
    const tick = state.window.latest()
    if (figures?.seq === (tick?.seq ?? 0)) return figures.all
    const second = Math.floor((tick?.atMs ?? clock.nowMs()) / 1000)
    const all = new Map(products.map((one) => [one.pid, figuresOf(one, second, tick?.prices.get(one.pid))]))
    figures = { seq: tick?.seq ?? 0, all }
    return all
  }

  function feed(): FeedState {
    const tick = state.window.latest()
    const paused = tick ? pids.filter((pid) => !tick.prices.has(pid)).length : pids.length
    return feedState({
      nowMs: clock.nowMs(),
      lastTickAtMs: tick?.atMs ?? null,
      products: pids.length,
      paused,
    })
  }

  async function idle(): Promise<void> {
    await beat?.now()
    await Promise.all(listeners.values())
  }

  return {
    beforeTick: (collect) => void collectors.push(collect),
    onTick(listener) {
      listeners.set(listener, Promise.resolve())
      return () => void listeners.delete(listener)
    },
    async start() {
      beat ??= startBeat({ ...deps, pids, follows: deps.follows ?? false }, state, before, tell)
      await beat.now()
    },
    idle,
    async stop() {
      await beat?.stop()
      await Promise.all(listeners.values())
    },
    isWriting: () => beat?.isWriting() ?? false,
    latest: () => state.window.latest(),
    feed,
    acceptsOrders: (pid) => acceptsOrders(feed(), !state.window.latest()?.prices.has(pid)),
    ticksBetween: (pid, fromMs, toMs) => state.window.between(database.db, pid, fromMs, toMs),
    entriesBetween: (fromSeq, toSeq) => readEntries(database.db, fromSeq, toSeq),
    candles: (pid, period, limit) =>
      state.book.series(pid, PERIODS[period]).slice(-Math.min(Math.max(limit, 1), MOST_CANDLES)),
    figures: currentFigures,
    topFive() {
      const all = [...currentFigures().values()]
      return all
        .toSorted((a, b) => (a.turnover > b.turnover ? -1 : a.turnover < b.turnover ? 1 : a.pid - b.pid))
        .slice(0, 5)
        .map((one) => one.pid)
    },
  }
}

/** Loads the market and starts it at once; with drafts to log before ticks, open it first. */
export async function startMarket(deps: MarketDeps): Promise<Market> {
  const market = await openMarket(deps)
  await market.start()
  return market
}
