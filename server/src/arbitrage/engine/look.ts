import { pidOfCurrency } from '@tickmark/core/arbitrage/currencies'
import { findTrade } from '@tickmark/core/arbitrage/trading/findTrade'
import { startOfDay } from '@tickmark/core/days'
import {
  MOVE_AGAIN_MS,
  tradeLimits,
  whyStop,
  type EngineLimits,
} from '@tickmark/core/arbitrage/trading/limits'
import { findMove } from '@tickmark/core/arbitrage/moves'
import { ONE } from '@tickmark/core/money/money'
import { transact } from '../../db/transact.ts'
import type { HeldInventory } from '../holdingsStore.ts'
import { profitSince } from '../lines/lineStore.ts'
import { askVenue } from '../trading/askVenue.ts'
import { beginTrade } from '../trading/beginTrade.ts'
import { finishMove } from '../trading/finishMove.ts'
import { finishTrade } from '../trading/finishTrade.ts'
import { feesOf, freeInventory, holdingsFor } from '../trading/free.ts'
import { rebalance } from '../trading/rebalance.ts'
import type { AskedMove } from '../trading/trade.ts'
import { openMoves, openTrades } from '../trading/tradeStore.ts'
import type { VenueView } from '../venues.ts'
import type { EngineDeps } from './engine.ts'
import { isStopped, lockEngine, markLooked, readEngine, setStopped, type EngineRow } from '../engineStore.ts'

/** How long a read of the books counts as fresh, and how often the engine reports that it runs. */
const READ_EVERY_MS = 5_000

/** What the engine remembers between two looks. A process that takes over starts with none of it. */
interface Memory {
  /** Whether a trade or move may be open; only a look at all of them can clear this. */
  mayBeOpen: boolean
  free: HeldInventory | null
  readAtMs: number
  /** Unanswered moves, and when to ask for them again. */
  moving: readonly AskedMove[]
  moveAgainAtMs: number
  /** The newest sequence number seen of each book, by venue and product. */
  seen: Map<string, number>
}

/**
 * One look: finishes what is open, stops the engine where it must, and otherwise trades on the books that changed since the last
 * look while they pay.
 */
export function openLooking(deps: EngineDeps, holder: string): () => Promise<void> {
  const memory: Memory = {
    mayBeOpen: true,
    free: null,
    readAtMs: -Infinity,
    moving: [],
    moveAgainAtMs: -Infinity,
    seen: new Map(),
  }
  return async () => {
    const { db, clock } = deps
    const nowMs = clock.nowMs()
    if (memory.mayBeOpen) memory.mayBeOpen = !(await finishOpen(deps, memory))
    const isRead = memory.free !== null && nowMs - memory.readAtMs < READ_EVERY_MS
    if (!isRead) {
      await markLooked(db, holder, nowMs)
      memory.readAtMs = nowMs
    }
    const engine = await readEngine(db)
    if (engine.holder !== holder) throw new Error('another process trades for the programme')
    if (isStopped(engine, nowMs) || !(await deps.isOpen())) return
    if ((!isRead || memory.mayBeOpen) && (await stopIfNeeded(deps, engine))) return
    if (!isRead) memory.free = await freeInventory(db, deps.venues)
    await tradeOnChanges(deps, holder, memory, engine.limits)
    await moveIfShort(deps, holder, memory)
  }
}

/** Whether nothing is left open. Trades come first, so that their rests never wait for a move's answer. */
async function finishOpen(deps: EngineDeps, memory: Memory): Promise<boolean> {
  let isDone = true
  for (const id of await openTrades(deps.db)) isDone = (await finishTrade(deps, id)) && isDone
  memory.moving = await openMoves(deps.db)
  if (memory.moving.length > 0 && deps.clock.nowMs() >= memory.moveAgainAtMs) {
    // All at once, so that the engine waits for one silent venue at most.
    const done = await Promise.all(memory.moving.map((move) => finishMove(deps, move)))
    memory.moving = memory.moving.filter((_, i) => !done[i])
    memory.moveAgainAtMs = deps.clock.nowMs() + MOVE_AGAIN_MS
    memory.free = null
  }
  return isDone && memory.moving.length === 0
}

async function stopIfNeeded({ db, clock, log }: EngineDeps, { limits }: EngineRow): Promise<boolean> {
  const nowMs = clock.nowMs()
  const profit = await profitSince(db, startOfDay(nowMs))
  const why = whyStop(limits, { profit, openRests: (await openTrades(db)).length })
  if (why === null) return false
  await transact(db, async (tx) => {
    const engine = await lockEngine(tx)
    if (!isStopped(engine, nowMs)) await setStopped(tx, why, nowMs)
  })
  log.error('the arbitrage programme stopped by itself', { why })
  return true
}

async function tradeOnChanges(
  deps: EngineDeps,
  holder: string,
  memory: Memory,
  limits: EngineLimits,
): Promise<void> {
  let views = await deps.venues.show()
  for (const pid of changedPids(deps, views, memory.seen)) {
    if (await tradeOnce(deps, { holder, memory, limits, views, pid })) views = await deps.venues.show()
  }
}

/** Products with a book that changed since the last look. */
function changedPids(
  { venues }: EngineDeps,
  views: readonly VenueView[],
  seen: Map<string, number>,
): number[] {
  const changed = new Set<number>()
  for (const { books } of views)
    for (const { venue, pid, seq } of books) {
      const name = `${venue}.${pid}`
      if (seen.get(name) !== seq) changed.add(pid)
      seen.set(name, seq)
    }
  return venues.pids.filter((pid) => changed.has(pid))
}

interface Chance {
  holder: string
  memory: Memory
  limits: EngineLimits
  views: readonly VenueView[]
  pid: number
}

/** Makes one trade if the books of a product pay; returns whether time passed meanwhile. */
async function tradeOnce(deps: EngineDeps, { holder, memory, limits, views, pid }: Chance): Promise<boolean> {
  const { db, venues } = deps
  const live = views.filter((one) => one.state === 'live')
  const books = live.flatMap((one) => one.books.filter((book) => book.pid === pid))
  memory.free ??= await freeInventory(db, venues)
  const found = findTrade(books, feesOf(venues), holdingsFor(memory.free, pid), tradeLimits(limits))
  if (!found) return false
  memory.free = null
  const begun = await beginTrade(deps, found, holder)
  if (!begun) return true
  memory.mayBeOpen = true
  await Promise.all(begun.orders.map((order) => askVenue(deps, order, 'send')))
  await finishTrade(deps, begun.id)
  return true
}

async function moveIfShort(deps: EngineDeps, holder: string, memory: Memory): Promise<void> {
  memory.free ??= await freeInventory(deps.db, deps.venues)
  const found = findMove(memory.free, memory.moving, (currency) => {
    const pid = pidOfCurrency(currency)
    return pid === null ? ONE : deps.price(pid)
  })
  if (!found) return
  memory.free = null
  memory.mayBeOpen = true
  const move = await rebalance(deps, holder)
  if (move) await finishMove(deps, move)
}
