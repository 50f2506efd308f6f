import { costAtLimit, type FoundTrade, type Leg } from '@tickmark/core/arbitrage/trading/findTrade'
import { bookLine } from '@tickmark/core/arbitrage/lines'
import { randomUUID } from 'node:crypto'
import { transact } from '../../db/transact.ts'
import type { TradingDeps } from '../deps.ts'
import { isStopped, lockEngine } from '../engineStore.ts'
import { feesOf, freeInventory, holdingsFor } from './free.ts'
import type { TradeOrder } from './trade.ts'
import { insertOrders, insertTrade } from './tradeStore.ts'

/**
 * Writes a trade with its two orders, before they are sent. Null when this process is no longer the engine, the engine is
 * stopped, or the balances no longer suffice.
 */
export function beginTrade(
  deps: TradingDeps,
  { buy, sell }: FoundTrade,
  holder: string,
): Promise<{ id: string; orders: TradeOrder[] } | null> {
  return transact(deps.db, async (tx) => {
    const engine = await lockEngine(tx)
    if (engine.holder !== holder || isStopped(engine, deps.clock.nowMs())) return null
    const free = holdingsFor(await freeInventory(tx, deps.venues), buy.pid)
    const fee = feesOf(deps.venues).get(buy.venue) ?? 0n
    const isThere =
      (free.get(buy.venue)?.usdt ?? 0n) >= costAtLimit(buy, fee) &&
      (free.get(sell.venue)?.coins ?? 0n) >= sell.size
    if (!isThere) return null
    const [id, nowMs] = [randomUUID(), deps.clock.nowMs()]
    const orders = [buy, sell].map((leg, place) => orderOf(leg, { trade: id, place, sentAtMs: nowMs }))
    await insertTrade(tx, { id, pid: buy.pid, beganAtMs: nowMs, endedAtMs: null })
    await insertOrders(tx, orders)
    return { id, orders }
  })
}

/** An order under a new id. */
export function orderOf(
  { venue, pid, side, limit, size, book }: Leg,
  at: Pick<TradeOrder, 'trade' | 'place' | 'sentAtMs'>,
): TradeOrder {
  return { ...at, id: randomUUID(), venue, pid, side, limit, size, book: bookLine(book), fill: null }
}
