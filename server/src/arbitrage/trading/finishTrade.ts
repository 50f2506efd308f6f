import { closeRest } from '@tickmark/core/arbitrage/trading/closeRest'
import type { LegLine, TradeLine } from '@tickmark/core/arbitrage/evidence'
import { netOf } from '@tickmark/core/arbitrage/trading/findTrade'
import { lineText } from '@tickmark/core/arbitrage/readLines'
import type { VenueBook } from '@tickmark/core/arbitrage/trading/venue'
import type { Amount } from '@tickmark/core/money/money'
import type { Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import type { TradingDeps } from '../deps.ts'
import { insertLine, lastLine, lockTrades } from '../lines/lineStore.ts'
import { askVenue } from './askVenue.ts'
import { orderOf } from './beginTrade.ts'
import { feesOf, freeInventory, holdingsFor } from './free.ts'
import { restOf, type Trade, type TradeOrder } from './trade.ts'
import { insertOrders, lockTrade, markEnded, readTrade } from './tradeStore.ts'

/** Closing orders per look; what is still open waits for the next look. */
const MOST_CLOSINGS = 20

/**
 * Finishes a trade: asks for the fate of every unanswered order, closes its rest at the best venue, and writes its line once
 * nothing is open. Any process may call it at any time. False when something stays open.
 */
export async function finishTrade(deps: TradingDeps, id: string): Promise<boolean> {
  for (let tries = 0; tries <= MOST_CLOSINGS; tries++) {
    const trade = await readTrade(deps.db, id)
    if (!trade || trade.endedAtMs !== null) return true
    const unanswered = trade.orders.filter((one) => one.fill === null)
    const told = await Promise.all(unanswered.map((one) => askVenue(deps, one, 'fate')))
    if (told.includes(false)) return false
    const books = await liveBooks(deps, trade.pid)
    const step = await transact(deps.db, (tx) => stepOn(tx, deps, id, books))
    if (step === 'ended') return true
    if (step === 'open') return false
    if (step !== 'again' && !(await askVenue(deps, step, 'send'))) return false
  }
  return false
}

/** What the live venues show of a product. */
async function liveBooks({ venues }: TradingDeps, pid: number): Promise<VenueBook[]> {
  const views = await venues.show()
  return views
    .filter((one) => one.state === 'live')
    .flatMap(({ books }) => books.filter((one) => one.pid === pid))
}

/** Ends the trade or writes its next order, under the trade's lock, so that no two processes close one rest. */
async function stepOn(
  tx: Tx,
  deps: TradingDeps,
  id: string,
  books: readonly VenueBook[],
): Promise<'ended' | 'open' | 'again' | TradeOrder> {
  const trade = await lockTrade(tx, id)
  if (!trade || trade.endedAtMs !== null) return 'ended'
  const rest = restOf(trade)
  if (rest === null) return 'again'
  if (rest === 0n) {
    await endTrade(tx, trade, deps)
    return 'ended'
  }
  const holdings = holdingsFor(await freeInventory(tx, deps.venues), trade.pid)
  const leg = closeRest(rest, books, feesOf(deps.venues), holdings)
  if (!leg) return 'open'
  const order = orderOf(leg, { trade: id, place: trade.orders.length, sentAtMs: deps.clock.nowMs() })
  await insertOrders(tx, [order])
  return order
}

/** Numbers and dates the trade together, under the lock of all lines. */
async function endTrade(tx: Tx, trade: Trade, { clock }: TradingDeps): Promise<void> {
  await lockTrades(tx)
  const nowMs = clock.nowMs() // read under the lock, which the day's close takes too
  const last = await lastLine(tx)
  const number = last.number + 1
  const atMs = Math.max(nowMs, last.atMs, ...trade.orders.map((one) => one.sentAtMs))
  const profit = profitOf(trade)
  const legs = trade.orders.map(legOf)
  const line: TradeLine = {
    v: 1,
    kind: 'trade',
    number,
    at: atMs,
    pid: trade.pid,
    legs,
    profit: String(profit),
  }
  await insertLine(tx, { number, about: trade.id, kind: 'trade', atMs, profit, text: lineText(line) })
  await markEnded(tx, trade.id, atMs)
}

function profitOf({ orders }: Trade): Amount {
  return orders.reduce((sum, { side, fill }) => (fill ? sum + netOf(side, fill) : sum), 0n)
}

/** An answered order as evidence for the line. */
export function legOf({ id, venue, side, limit, size, book, sentAtMs, fill }: TradeOrder): LegLine {
  return {
    order: id,
    venue,
    side,
    limit: String(limit),
    size: String(size),
    sentAt: sentAtMs,
    state: fill?.state ?? 'refused',
    filled: String(fill?.filled ?? 0n),
    quote: String(fill?.quote ?? 0n),
    fee: String(fill?.fee ?? 0n),
    book,
  }
}
