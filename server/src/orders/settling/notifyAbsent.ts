import type { Clock } from '../../platform/clock.ts'
import { coalesced } from '../../platform/coalesce.ts'
import type { Db, Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { type Log, messageOf } from '../../platform/log.ts'
import type { Events } from '../../module/events.ts'
import type { LivePages } from '../../module/runtime.ts'
import type {} from '../events.ts'
import { hasSettledBatch, ordersById, takeSettledBatches } from './finishStore.ts'

export interface AbsentNotifierDeps {
  db: Db
  clock: Clock
  log: Log
  /** Users with an open page see their orders end there. */
  live: Pick<LivePages, 'hasOpenPage'>
  events: Pick<Events, 'emit'>
}

/** Messages users whose orders were settled while they had no open page. */
export interface AbsentNotifier {
  /** Call it after a settlement. */
  wake(): void
  /** Pages can connect from now on; no message is written before. */
  start(): void
  /** Settles when the messages of all settlements so far are written. */
  idle(): Promise<void>
  stop(): Promise<void>
}

/** Batches of receipts per transaction, with about 1,000 orders each (`settleDue`'s chunk). */
const MOST_BATCHES = 4
/** After a start, open pages need a while to reconnect; until then no user counts as absent. */
const GRACE_MS = 10_000

/**
 * Makes the notifier. Settling lists its orders in its own transaction. The notifier deletes these rows and writes the
 * messages in one transaction, so that several processes, or a crash, neither lose nor repeat a message.
 */
export function createAbsentNotifier(deps: AbsentNotifierDeps): AbsentNotifier {
  const { clock, db } = deps
  let fromMs = Infinity
  let isStopped = false
  const { wake, idle, ended } = coalesced(tellAll, () => isStopped)

  async function tellAll(): Promise<void> {
    try {
      if (clock.nowMs() < fromMs || !(await hasSettledBatch(db))) return
      while (!isStopped && (await transact(db, (tx) => tellSome(tx, deps))) === MOST_BATCHES);
    } catch (thrown) {
      deps.log.warn('messages about settled orders were not written', { reason: messageOf(thrown) })
    }
  }

  return {
    wake,
    start() {
      fromMs = clock.nowMs() + GRACE_MS
    },
    idle,
    async stop() {
      isStopped = true
      await ended()
    },
  }
}

/** Returns the number of batches. */
async function tellSome(tx: Tx, { live, events }: AbsentNotifierDeps): Promise<number> {
  const batches = await takeSettledBatches(tx, MOST_BATCHES)
  const away = batches.flatMap(({ users, ids }) => ids.filter((_, i) => !live.hasOpenPage(users[i] ?? 0)))
  const orders = await ordersById(tx, away)
  if (orders.length > 0) await events.emit(tx, 'absent_orders_settled', { orders })
  return batches.length
}
