import { levelOf } from '@tickmark/core/market/priceAlerts'
import { assert } from '@tickmark/core/assert'
import { productById } from '@tickmark/core/market/products'
import { newTimeId } from '../db/timeId.ts'
import type { Reader } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { Refused } from '../http/calls/refused.ts'
import { readLastTickAt, readTicks } from '../market/store.ts'
import { type MarketTick, tickOfRow } from '../market/ticks.ts'
import type { Alert } from './alert.ts'
import type { AlertsDeps } from './ports.ts'
import { countWaiting, insertAlert, holdCursor, lockAlertsOf } from './store.ts'

/** Maximum number of a user's pending alerts. */
export const MOST_WAITING = 50

/**
 * Sets an alert at the newest tick of the log. Every later tick is checked for it, even one logged before this commits:
 * the check waits for that commit.
 */
export async function addAlert(
  { database, market }: AlertsDeps,
  userId: number,
  { pid, kind, value }: Pick<Alert, 'pid' | 'kind' | 'value'>,
  nowMs: number,
): Promise<Alert> {
  if (!productById(pid)) throw new Refused('product_unknown')
  if (market.feed() !== 'PAUSED' && !market.acceptsOrders(pid)) throw new Refused('market_closed')
  return transact(database.db, async (tx) => {
    await lockAlertsOf(tx, userId)
    await holdCursor(tx)
    const tick = await newestTick(tx)
    const price = tick.prices.get(pid)
    if (price === undefined) throw new Refused('market_closed')
    const found = levelOf(kind, value, price)
    if (!found.ok) throw new Refused(found.refusal.code)
    if ((await countWaiting(tx, userId)) >= MOST_WAITING) {
      throw new Refused('alerts_full', { most: String(MOST_WAITING) })
    }
    const id = newTimeId(nowMs)
    const alert = { id, userId, pid, kind, ...found.value, setAtMs: nowMs, setSeq: tick.seq }
    await insertAlert(tx, alert)
    return { ...alert, fired: null }
  })
}

async function newestTick(reader: Reader): Promise<MarketTick> {
  const atMs = await readLastTickAt(reader)
  const [row] = atMs === null ? [] : await readTicks(reader, atMs, atMs)
  assert(row, 'a market that is open has a tick')
  return tickOfRow(row)
}
