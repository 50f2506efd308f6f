import type { Clock } from '../../platform/clock.ts'
import { coalesced } from '../../platform/coalesce.ts'
import type { Db, Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { type Log, messageOf } from '../../platform/log.ts'
import type { Events } from '../../module/events.ts'
import type { LivePages } from '../../module/runtime.ts'
import type {} from '../events.ts'
import { hasSettledBatch, ordersById, takeSettledBatches } from './settledBatchStore.ts'

export interface AbsentNotifierDeps {
  db: Db
  clock: Clock
  log: Log
  /** Users with an open page see their orders end. */
  live: Pick<LivePages, 'hasOpenPage'>
  events: Pick<Events, 'emit'>
}

/** Writes to users whose orders were settled while no page of theirs was open. */
export interface AbsentNotifier {
  /** Something was settled. */
  wake(): void
  /** Pages can reach the server from now on; nobody is written to before. */
  start(): void
  /** Settles when all that was settled by now has been told. */
  idle(): Promise<void>
  stop(): Promise<void>
}

/** Batches of receipts in one transaction, of up to 500 orders each. */
const MOST_BATCHES = 4
/** Open pages need a while to come back after a start; until then nobody counts as away. */
const GRACE_MS = 10_000

/**
 * Makes the notifier. Settling notes its orders in its own transaction; this deletes the notes and writes the messages in
 * one transaction, so that nothing is lost or told twice, whichever process dies and however many there are.
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
      deps.log.warn('settled orders were not told of', { reason: messageOf(thrown) })
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

/** Replies with the number of batches. */
async function tellSome(tx: Tx, { live, events }: AbsentNotifierDeps): Promise<number> {
  const batches = await takeSettledBatches(tx, MOST_BATCHES)
  const away = batches.flatMap(({ users, ids }) => ids.filter((_, i) => !live.hasOpenPage(users[i] ?? 0)))
  const orders = await ordersById(tx, away)
  if (orders.length > 0) await events.emit(tx, 'absent_orders_settled', { orders })
  return batches.length
}
