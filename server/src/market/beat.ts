import { bucketOf, PERIODS } from '@tickmark/core/candles'
import type { Clock } from '../clock.ts'
import type { Database, Tx } from '../db/pool.ts'
import { isConnectionLoss } from '../db/failures.ts'
import { trySessionLock, type SessionLock } from '../db/sessionLock.ts'
import type { Signer } from '../keys.ts'
import { messageOf, type Log } from '../log.ts'
import { KEPT, SLOT } from './candles.ts'
import { checkSeed, dueDays } from './days.ts'
import { append, type BeforeTick, type LogDraft } from './log.ts'
import type { PriceSource } from './source.ts'
import { applyRow, type MarketState } from './state.ts'
import { deleteCandles, listenForAppends, readEntries } from './store.ts'
import type { MarketTick } from './ticks.ts'

export interface BeatDeps {
  database: Database
  clock: Clock
  log: Log
  source: PriceSource
  pids: readonly number[]
  logSigner: Signer
  /** Public key of tickets and receipts, 64 hexadecimal digits. */
  receiptsKey: string
  /** A process that never writes the log follows those that do. */
  follows: boolean
}

/** The pulse of the market: each second it appends what is due, or follows the process that does. */
export interface Beat {
  /** Runs at once; settles when everything due by now is in memory. */
  now(): Promise<void>
  isWriting(): boolean
  stop(): Promise<void>
}

/** Any number will do, so long as no other lock of ours has it. */
const WRITER_LOCK = 7_310_018_030n
/** Seconds logged in one transaction when catching up. Never across a slot of candles, so never across a day either. */
const MOST_SECONDS = 120
/** After the start, we stand for writer only when the other one's ticks stay out for this long. */
const SILENT_MS = 2_000
const RETRY_MS = 250
const PAGE = 1_000

/** Starts beating. `before` collects drafts, `onTick` gets every new tick once, in order, after memory knows it. */
export function startBeat(
  deps: BeatDeps,
  state: MarketState,
  before: BeforeTick,
  onTick: (tick: MarketTick) => void,
): Beat {
  const { database, clock, log, source } = deps
  let lock: SessionLock | null = null
  let listening: { end(): Promise<void> } | null = null
  let isBehind = true
  let isStopped = false
  let cancelTimer = () => {}
  let running: Promise<void> | null = null
  let isAskedAgain = false
  let nextElectionMs = 0

  /** One beat at a time; a call while one is under way gets another one after it. */
  function wake(): Promise<void> {
    isAskedAgain = true
    running ??= run().finally(() => {
      running = null
    })
    return running
  }

  async function run(): Promise<void> {
    let isFine = true
    while (isAskedAgain && !isStopped) {
      isAskedAgain = false
      isFine = await beat()
    }
    if (isStopped) return
    const nowMs = clock.nowMs()
    cancelTimer()
    cancelTimer = clock.at(
      isFine ? Math.floor(nowMs / 1000) * 1000 + 1000 : nowMs + RETRY_MS,
      () => void wake(),
    )
  }

  async function beat(): Promise<boolean> {
    try {
      if (!lock) await electSelf()
      if (!lock) await listen()
      if (!lock || isBehind) await follow()
      if (lock) await appendDue()
      return true
    } catch (thrown) {
      isBehind = true
      log.error('the price log did not go on', { reason: messageOf(thrown) })
      return false
    }
  }

  async function electSelf(): Promise<void> {
    const nowMs = clock.nowMs()
    const isSilent = nextElectionMs === 0 || nowMs - (state.head.lastTickAtMs ?? 0) >= SILENT_MS
    if (deps.follows || !isSilent || nowMs < nextElectionMs) return
    nextElectionMs = nowMs + 1_000
    const won = await trySessionLock(database, WRITER_LOCK)
    if (!won) return
    lock = won
    isBehind = true
    void won.lost.then(() => {
      if (lock === won) lock = null
      isBehind = true
    })
    log.info('this process writes the price log', { seq: state.head.seq })
  }

  async function listen(): Promise<void> {
    if (listening) return
    const ears = await listenForAppends(database, () => {
      if (!lock && !isStopped) void wake()
    })
    listening = ears
    void ears.lost.then(() => {
      if (listening === ears) listening = null
    })
  }

  /** Takes in what the table has beyond memory. */
  async function follow(): Promise<void> {
    for (;;) {
      const rows = await readEntries(database.db, state.head.seq + 1, state.head.seq + PAGE)
      take(rows)
      if (rows.length < PAGE) break
    }
    isBehind = false
    if (lock) checkSeed(state.openDays, source)
  }

  async function appendDue(): Promise<void> {
    while (lock && !isStopped) {
      const now = Math.floor(clock.nowMs() / 1000)
      const next = state.head.lastTickAtMs === null ? now : state.head.lastTickAtMs / 1000 + 1
      const from = Math.max(next, now - source.catchUpSeconds)
      if (from > now) return
      const rows = await appendSome(
        from,
        Math.min(now, from + MOST_SECONDS - 1, bucketOf(SLOT, from) + SLOT - 1),
      )
      if (rows) take(rows)
      else await follow()
    }
  }

  /** A room whose drafts fail twice must not stop the prices: then the tick goes without them, and they come later. */
  async function appendSome(from: number, to: number) {
    try {
      return await appendWith(from, to, before)
    } catch (thrown) {
      if (isConnectionLoss(thrown)) throw thrown
      log.error('what precedes a tick could not be logged', { second: from, reason: messageOf(thrown) })
    }
    await follow()
    try {
      return await appendWith(from, to, before)
    } catch (thrown) {
      if (isConnectionLoss(thrown)) throw thrown
    }
    return appendWith(from, to, () => Promise.resolve([]))
  }

  async function appendWith(from: number, to: number, collect: BeforeTick) {
    const last = state.head.lastTickAtMs
    const slotIsOver = last !== null && bucketOf(SLOT, from) > bucketOf(SLOT, last / 1000)
    const rows = await append(database, deps.logSigner, state.head, {
      seconds: pricesOf(source, deps.pids, from, to),
      before: async (tx: Tx, atMs: number): Promise<LogDraft[]> => [
        ...dueKeys(),
        ...dueDays(state.openDays, source, from),
        ...(await collect(tx, atMs)),
      ],
      candles: slotIsOver ? state.book.touchedIn(last / 1000) : [],
    })
    if (slotIsOver && from % PERIODS['1hour'] < SLOT) forget(from)
    return rows
  }

  function dueKeys(): LogDraft[] {
    const keys = { log: deps.logSigner.publicKey, receipts: deps.receiptsKey }
    const isKnown = state.keys?.log === keys.log && state.keys.receipts === keys.receipts
    return isKnown ? [] : [{ entry: { kind: 'keys', ...keys } }]
  }

  function take(rows: Parameters<typeof applyRow>[1][]): void {
    for (const row of rows) {
      const tick = applyRow(state, row)
      if (tick) onTick(tick)
    }
  }

  /** Retention of candles, once an hour; nobody waits for it. */
  function forget(second: number): void {
    for (const [period, count] of KEPT) {
      deleteCandles(database.db, period, second - count * period).catch((thrown: unknown) =>
        log.warn('old candles were not deleted', { reason: messageOf(thrown) }),
      )
    }
  }

  async function now(): Promise<void> {
    do await wake()
    while (isAskedAgain && !isStopped)
  }

  return {
    now,
    isWriting: () => lock !== null,
    async stop() {
      isStopped = true
      cancelTimer()
      await running
      const [held, ears] = [lock, listening]
      lock = null
      listening = null
      await Promise.all([held?.release(), ears?.end()])
    },
  }
}

/** Prices of seconds in a row; many at once are drawn together. */
function pricesOf(source: PriceSource, pids: readonly number[], from: number, to: number) {
  const count = to - from + 1
  if (count === 1) return [{ second: from, prices: source.pricesAt(from) }]
  const series = pids.map((pid) => [pid, source.history(pid, from, 1, count)] as const)
  return Array.from({ length: count }, (_, i) => {
    const prices = new Map<number, bigint>()
    for (const [pid, all] of series) if (all[i] != null) prices.set(pid, all[i])
    return { second: from + i, prices }
  })
}
