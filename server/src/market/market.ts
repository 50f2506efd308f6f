import { type Candle, type Period, PERIODS } from '@tickmark/core/market/candles'
import type { Deviation } from '@tickmark/core/market/deviation'
import { type FeedState, acceptsOrders, feedAccepts, feedState } from '@tickmark/core/market/feed'
import type { Tick } from '@tickmark/core/market/fixing'
import type { WitnessedHead } from '@tickmark/core/log/witnessed'
import { modelDeviation } from '@tickmark/core/log/announced'
import type { ModelEntry, RulesEntry } from '@tickmark/core/log/log'
import { publishedKeys } from '@tickmark/core/evidence/publishedKeys'
import { PRESENT_RULES } from '@tickmark/core/orders/presentRules'
import { isSameKind, type Rules } from '@tickmark/core/log/rules'
import type { PriceBasis } from '@tickmark/core/orders/terms'
import type { HouseKeys, Receipt, Run } from '@tickmark/core/receipts/receipts'
import type { Product } from '@tickmark/core/market/products'
import type { Clock } from '../platform/clock.ts'
import { nodeCrypto } from '../platform/crypto.ts'
import { startWriterLoop, type WriterLoop } from './log/writerLoop.ts'
import { MOST_CANDLES } from './charts/candles.ts'
import { newestAt } from './log/history.ts'
import { collecting } from './log/collecting.ts'
import { checkSeed } from './log/days.ts'
import { createFigures, largest, type Figures } from './charts/figures.ts'
import type { BeforeTick } from './log/log.ts'
import { evidenceOf, witnessedAfter } from './log/proof.ts'
import { createListeners, type Listeners, type TickListener } from './tickListeners.ts'
import { loadState, type MarketState, type PublishedHead } from './state.ts'
import { readEntries, readFirstAfter, readKeysTexts, type LogRow } from './store.ts'
import type { MarketTick } from './ticks.ts'
import type { NeededSeconds, WriterDeps } from './log/writer.ts'

export interface MarketDeps extends Omit<WriterDeps, 'pids' | 'state' | 'before' | 'needed' | 'onTick'> {
  products: readonly Product[]
  /** Never writes the log. */
  follows?: boolean
  /** Whether new trading is paused although there are prices; see `db/clockGuard.ts`. */
  isPaused?: () => boolean
}

/** The market's interface for other modules. Readable from the start; ticks come after `start`. */
export interface Market {
  /** Adds a source of entries to log before each tick; sources run in order of addition. Call it before `start`. */
  beforeTick(collect: BeforeTick): void
  /** Pauses new trading as long as this is true: prices alone are not enough. */
  pauseWhile(isNeeded: () => boolean): void
  /** Names the seconds that must not be missing after a downtime of any length. Call it before `start`. */
  needSeconds(needed: NeededSeconds): void
  /**
   * Calls the listener with every tick from now on, once and in order, after log and memory have it. A listener gets
   * the next tick when it is done with the last; a slow one delays neither ticks nor other listeners. The returned
   * function ends it.
   */
  onTick(listener: TickListener): () => void
  /** The same for a listener that needs only the newest tick: while it works, later ticks replace each other. */
  onNewestTick(listener: TickListener): () => void
  /** Starts to write or follow; settles when everything due by now is logged. */
  start(): Promise<void>
  /** Settles when everything due by the clock is logged and every listener is done with it. */
  idle(): Promise<void>
  stop(): Promise<void>
  isWriting(): boolean
  latest(): MarketTick | null
  feed(): FeedState
  /** Whether new trading is paused although there are prices. */
  isPaused(): boolean
  /** Age of the newest tick; null before the first. */
  tickAgeMs(): number | null
  /** Why the log could not continue a moment ago; null when it did. */
  failure(): unknown
  /** Resolves with true when there is a tick to trade on, or with false after `patienceMs` without one. */
  firstTick(patienceMs: number): Promise<boolean>
  /** Whether orders on a product can be accepted now. */
  acceptsOrders(pid: number): boolean
  /** Ticks of a product in [fromMs, toMs], both included, in order. */
  ticksBetween(pid: number, fromMs: number, toMs: number): Promise<Tick[]>
  /** Number of the first of the log entries `fromSeq` to `toSeq` that is later than a time; null for none. */
  firstAfter(ms: number, fromSeq: number, toSeq: number): Promise<number | null>
  /** Log entries `fromSeq` to `toSeq`, both included. */
  entriesBetween(fromSeq: number, toSeq: number): Promise<LogRow[]>
  /** The newest signed head of the log; null before the first. */
  head(): PublishedHead | null
  /** The log's name, and the keys in force. */
  keys(): HouseKeys
  /** The receipts keys in hex that the log named one after another, as far as its `keys` entries lead to the present one. */
  receiptsKeys(): Promise<string[]>
  /** Runs of the log under one checkpoint of the keys in force; null while no checkpoint covers them all. */
  evidence(runs: readonly Run[]): Promise<Pick<Receipt, 'segments' | 'proof' | 'checkpoint'> | null>
  /** The newest head signed by witnesses, if it includes the entries of a signed head. */
  witnessed(checkpoint: string): Promise<WitnessedHead | null>
  /** Oldest first, the last one still growing; at most 240. */
  candles(pid: number, period: Period, limit: number): readonly Candle[]
  /** Figures of every product at the newest tick. */
  figures(): ReadonlyMap<number, Figures>
  /** Deviation of a product's price in a second; null while too little is known to price with. */
  deviation(pid: number): Deviation | null
  /** The model and rules behind new prices; null before the first model. */
  basis(): PriceBasis | null
  /** The rules in force, named by the newest model; null before the first model. */
  rules(): Rules | null
  /** Every rules entry of the log, in order. */
  announcedRules(): readonly RulesEntry[]
  /**
   * When rules that this program can price by will act, ms since 1970; null while they act, Infinity while the log has announced
   * none.
   */
  rulesFrom(): number | null
  /** The newest model of a log of this size. */
  modelAt(size: number): Promise<ModelEntry | null>
  /** The products with the largest turnover, largest first. */
  topFive(): number[]
}

/**
 * Loads the market. Throws `SeedChanged` when the log has committed to another source, and `OtherHistory` or `LogKeyChanged` when
 * the log differs from the published one or its key is not ours.
 */
export async function openMarket(deps: MarketDeps): Promise<Market> {
  const { database, clock, log, source, products } = deps
  const pids = products.map((one) => one.pid)
  const state = await loadState(database, source, pids, clock.nowMs(), deps)
  checkSeed(state.openDays, source)
  const figuresOf = createFigures(state.book, source, products)
  const listeners = createListeners(log)
  const collectors: BeforeTick[] = []
  let needed: NeededSeconds = () => Promise.resolve([])
  let beat: WriterLoop | null = null

  const pauses: (() => boolean)[] = []
  const latest = () => state.window.latest()
  const isPaused = () => deps.isPaused?.() === true || pauses.some((isNeeded) => isNeeded())
  const feed = () => feedOf(latest(), pids, clock.nowMs(), isPaused())
  const tickAgeMs = () => {
    const atMs = latest()?.atMs
    return atMs === undefined ? null : clock.nowMs() - atMs
  }
  const isFresh = () => feedAccepts[feedOf(latest(), pids, clock.nowMs(), false)]
  const figures = () => figuresOf(latest(), Math.floor(clock.nowMs() / 1000))

  return {
    beforeTick: (collect) => void collectors.push(collect),
    pauseWhile: (isNeeded) => void pauses.push(isNeeded),
    needSeconds: (of) => void (needed = of),
    onTick: (listener) => listeners.add(listener),
    onNewestTick: (listener) => listeners.addForNewest(listener),
    async start() {
      const follows = deps.follows ?? false
      beat ??= startWriterLoop({
        ...deps,
        pids,
        state,
        before: collecting(collectors),
        needed,
        follows,
        onTick: (tick) => listeners.tell(tick),
      })
      await beat.now()
    },
    async idle() {
      await beat?.now()
      await listeners.settled()
    },
    async stop() {
      await beat?.stop()
      await listeners.settled()
      await deps.lastNote?.idle()
    },
    isWriting: () => beat?.isWriting() ?? false,
    latest,
    feed,
    isPaused,
    tickAgeMs,
    failure: () => beat?.failure() ?? null,
    firstTick: (patienceMs) => firstTick(listeners, clock, isFresh, patienceMs),
    acceptsOrders: (pid) => acceptsOrders(feed(), latest()?.prices.has(pid) !== true),
    ticksBetween: (pid, fromMs, toMs) => state.window.between(database.db, pid, fromMs, toMs),
    entriesBetween: (fromSeq, toSeq) => readEntries(database.db, fromSeq, toSeq),
    head: () => state.published,
    ...keysIn(state, deps),
    evidence: (runs) => evidenceOf(database.db, runs, state.keys?.seq ?? 1),
    witnessed: (checkpoint) => witnessedAfter(database.db, checkpoint),
    firstAfter: (ms, from, to) => readFirstAfter(database.db, ms, from, to),
    candles: (pid, period, limit) =>
      state.book.series(pid, PERIODS[period]).slice(-Math.min(Math.max(limit, 1), MOST_CANDLES)),
    figures,
    ...announcedOf(state, deps),
    topFive: () => largest(figures(), 5),
  }
}

/** The keys that the log names, or those that its first entry will name. */
function keysIn(state: MarketState, deps: MarketDeps): Pick<Market, 'keys' | 'receiptsKeys'> {
  const { database, origin, logSigner, receiptsKey } = deps
  const keys = (): HouseKeys => {
    const named = state.keys ?? { origin, log: logSigner.publicKey, receipts: receiptsKey }
    return { origin: named.origin, log: named.log, receipts: named.receipts }
  }
  return {
    keys,
    async receiptsKeys() {
      const texts = await readKeysTexts(database.db, state.published?.size ?? 0)
      const { present, earlier } = publishedKeys(keys(), texts, nodeCrypto)
      return [present, ...earlier.map((one) => one.keys)].map(({ receipts }) => receipts)
    },
  }
}

/** The basis of prices, as announced by the log. */
function announcedOf(
  state: MarketState,
  { database, rules = PRESENT_RULES }: MarketDeps,
): Pick<Market, 'deviation' | 'basis' | 'rules' | 'announcedRules' | 'rulesFrom' | 'modelAt'> {
  const newest = () => state.announced.model
  return {
    deviation(pid) {
      const model = newest()
      // The next model will leave out products that can no longer be estimated, but may be some seconds away.
      return model && state.gauges.deviation(pid) ? modelDeviation(model, pid) : null
    },
    basis() {
      const model = newest()
      return model && { model: model.seq, rules: model.rules }
    },
    rules: () => actingRules(state),
    announcedRules: () => state.announced.rules,
    rulesFrom: () => pendingFrom(state, rules),
    modelAt: (size) => newestAt(database.db, 'model', size),
  }
}

/** The rules that the newest model names. */
function actingRules({ announced: { rules, model } }: MarketState): Rules | null {
  return rules.find((one) => one.seq === model?.rules)?.rules ?? null
}

/**
 * Null while the rules in force are of our kind, whatever their margin, chances, durations and stakes; otherwise the time at
 * which announced rules of our kind act, Infinity without any.
 */
function pendingFrom(state: MarketState, ours: Rules): number | null {
  if (!state.announced.model) return null
  const inForce = actingRules(state)
  if (inForce && isSameKind(inForce, ours)) return null
  return state.announced.rules.findLast((one) => isSameKind(one.rules, ours))?.from ?? Infinity
}

function firstTick(
  listeners: Listeners,
  clock: Clock,
  isFresh: () => boolean,
  patienceMs: number,
): Promise<boolean> {
  if (isFresh()) return Promise.resolve(true)
  return new Promise((resolve) => {
    const end = (isThere: boolean) => {
      forget()
      cancel()
      resolve(isThere)
    }
    const forget = listeners.add(() => {
      if (isFresh()) end(true)
    })
    const cancel = clock.at(clock.nowMs() + patienceMs, () => end(isFresh()))
  })
}

function feedOf(
  tick: MarketTick | null,
  pids: readonly number[],
  nowMs: number,
  isPaused: boolean,
): FeedState {
  const paused = tick ? pids.filter((pid) => !tick.prices.has(pid)).length : pids.length
  return feedState({ nowMs, lastTickAtMs: tick?.atMs ?? null, products: pids.length, paused, isPaused })
}
