import { bucketOf, PERIODS } from '@tickmark/core/market/candles'
import type { Clock } from '../../platform/clock.ts'
import { isConnectionLoss } from '../../db/failures.ts'
import type { Database } from '../../db/pool.ts'
import type { Signer } from '../../platform/keys.ts'
import { messageOf, type Log } from '../../platform/log.ts'
import { KEPT, SLOT } from '../candles.ts'
import { checkSeed, dueDays } from './days.ts'
import { append, type BeforeTick, type LogDraft } from './log.ts'
import type { PriceSource } from '../source.ts'
import { applyRow, type MarketState } from '../state.ts'
import { deleteCandles, readEntries, type LogRow } from '../store.ts'
import type { MarketTick } from '../ticks.ts'

export interface WriterDeps {
  database: Database
  clock: Clock
  log: Log
  source: PriceSource
  pids: readonly number[]
  logSigner: Signer
  /** Public key of tickets and receipts, 64 hexadecimal digits. */
  receiptsKey: string
  state: MarketState
  /** Entries to log before a tick. */
  before: BeforeTick
  /** Called with every new tick once, in order, after memory has it. */
  onTick(tick: MarketTick): void
}

/** Maximum seconds per transaction when catching up. Never across a candle slot, so never across a day either. */
const MOST_SECONDS = 120
const PAGE = 1_000

/** Applies log entries that memory lacks, from any writer. */
export async function follow(deps: WriterDeps): Promise<void> {
  for (;;) {
    const { seq } = deps.state.head
    const rows = await readEntries(deps.database.db, seq + 1, seq + PAGE)
    take(deps, rows)
    if (rows.length < PAGE) return
  }
}

/** Logs every due second while `mayWrite`; applies another writer's entries when there are any. */
export async function appendDue(deps: WriterDeps, mayWrite: () => boolean): Promise<void> {
  const { clock, source, state } = deps
  checkSeed(state.openDays, source)
  while (mayWrite()) {
    const now = Math.floor(clock.nowMs() / 1000)
    const next = state.head.lastTickAtMs === null ? now : state.head.lastTickAtMs / 1000 + 1
    const from = Math.max(next, now - source.catchUpSeconds)
    if (from > now) return
    const to = Math.min(now, from + MOST_SECONDS - 1, bucketOf(SLOT, from) + SLOT - 1)
    const rows = await appendSome(deps, from, to)
    if (rows) take(deps, rows)
    else await catchUp(deps)
  }
}

/** Another writer has appended. If not, the log has lost published entries, and this process must stop. */
async function catchUp(deps: WriterDeps): Promise<void> {
  const { seq } = deps.state.head
  await follow(deps)
  if (deps.state.head.seq === seq) throw new Error(`the price log no longer ends with entry ${seq}`)
}

/** A module whose drafts fail twice must not stop the prices: the tick goes without them, and they are logged later. */
async function appendSome(deps: WriterDeps, from: number, to: number): Promise<LogRow[] | null> {
  for (let attempt = 1; attempt <= 2; attempt++) {
    try {
      return await appendWith(deps, from, to, deps.before)
    } catch (thrown) {
      if (isConnectionLoss(thrown)) throw thrown
      deps.log.error('a tick and its drafts could not be logged', { from, reason: messageOf(thrown) })
    }
  }
  return appendWith(deps, from, to, () => Promise.resolve([]))
}

async function appendWith(
  deps: WriterDeps,
  from: number,
  to: number,
  collect: BeforeTick,
): Promise<LogRow[] | null> {
  const { database, source, state } = deps
  const last = state.head.lastTickAtMs
  const slotIsOver = last !== null && bucketOf(SLOT, from) > bucketOf(SLOT, last / 1000)
  const before: BeforeTick = async (tx, atMs) => [
    ...dueKeys(deps),
    ...dueDays(state.openDays, source, from),
    ...(await collect(tx, atMs)),
  ]
  const rows = await append(database, deps.logSigner, state.head, {
    seconds: pricesOf(source, deps.pids, from, to),
    before,
    candles: slotIsOver ? state.book.touchedIn(last / 1000) : [],
  })
  if (rows && slotIsOver && from % PERIODS['1hour'] < SLOT) forgetCandles(deps, from)
  return rows
}

function dueKeys({ state, logSigner, receiptsKey }: WriterDeps): LogDraft[] {
  const keys = { log: logSigner.publicKey, receipts: receiptsKey }
  const isKnown = state.keys?.log === keys.log && state.keys.receipts === keys.receipts
  return isKnown ? [] : [{ entry: { kind: 'keys', ...keys } }]
}

function take({ state, onTick }: WriterDeps, rows: readonly LogRow[]): void {
  for (const row of rows) {
    const tick = applyRow(state, row)
    if (tick) onTick(tick)
  }
}

/** Prices of consecutive seconds; many at once are computed together. */
function pricesOf(source: PriceSource, pids: readonly number[], from: number, to: number) {
  const count = to - from + 1
  if (count === 1) return [{ second: from, prices: source.pricesAt(from) }]
  const series = pids.map((pid) => [pid, source.history(pid, from, 1, count)] as const)
  return Array.from({ length: count }, (_, i) => {
    const prices = new Map<number, bigint>()
    for (const [pid, all] of series) {
      const price = all[i]
      if (price) prices.set(pid, price)
    }
    return { second: from + i, prices }
  })
}

/** Deletes old candles once an hour, in the background. */
function forgetCandles({ database, log }: WriterDeps, second: number): void {
  for (const [period, count] of KEPT) {
    deleteCandles(database.db, period, second - count * period).catch((thrown: unknown) =>
      log.warn('old candles were not deleted', { reason: messageOf(thrown) }),
    )
  }
}
