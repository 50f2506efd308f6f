import { nextMidnight } from '@tickmark/core/days'
import { assert } from '@tickmark/core/assert'
import type { Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import type {} from '../../ledger/events.ts'
import { postTransfers } from '../../ledger/post.ts'
import { messageOf } from '../../platform/log.ts'
import { timedWork, type TimedWork } from '../../platform/timedWork.ts'
import type {} from '../events.ts'
import type { HostingDeps } from '../ports.ts'
import { release } from '../order/postings.ts'
import {
  endExpired,
  keepDaysOpen,
  lockExpired,
  nextExpiryMs,
  openFromMs,
  withYields,
} from '../order/store.ts'

/** Orders ended in one transaction. */
const CHUNK = 500
const RETRY_MS = 1_000

/**
 * Returns the principal of every order at its expiry, whether or not days can be closed. Any number of processes may run it: each
 * takes orders that no other has locked.
 */
export function expirySweep(deps: HostingDeps): TimedWork {
  const { db, clock, log } = deps
  return timedWork(clock, async (isStopped) => {
    try {
      const first = await nextExpiryMs(db)
      if (first === null || first > clock.nowMs()) return nextSweepMs(first, clock.nowMs())
      while (!isStopped() && (await transact(db, (tx) => expireSome(tx, deps))) === CHUNK);
      return nextSweepMs(await nextExpiryMs(db), clock.nowMs())
    } catch (thrown) {
      log.warn('hosting orders are ended later', { reason: messageOf(thrown) })
      return clock.nowMs() + RETRY_MS
    }
  })
}

/**
 * When to look again, after a sweep that left `next` as the earliest expiry: then, or at the next midnight, when an order placed
 * meanwhile may expire. Soon when `next` has passed: another process has locked that order, or this process is stopping.
 */
export function nextSweepMs(next: number | null, nowMs: number): number {
  if (next !== null && next <= nowMs) return nowMs + RETRY_MS
  return Math.min(next ?? Infinity, nextMidnight(nowMs))
}

/** Ends some expired orders; returns their number. */
export async function expireSome(tx: Tx, { clock, events }: HostingDeps): Promise<number> {
  await keepDaysOpen(tx)
  const orders = await lockExpired(tx, clock.nowMs(), CHUNK)
  if (orders.length === 0) return 0
  const atMs = Math.max(clock.nowMs(), await openFromMs(tx))
  await endExpired(
    tx,
    orders.map((one) => one.id),
    atMs,
  )
  const postings = orders.flatMap((one) => release(one, 0n))
  const posted = await postTransfers(tx, postings, atMs)
  assert(posted === orders.length, 'a principal is released once')
  const ended = orders.map((one) => ({ ...one, ended: { atMs, how: 'expiry' as const, fee: 0n } }))
  await events.emit(tx, 'hosting_expired', { orders: await withYields(tx, ended), atMs })
  const owners = new Map(orders.map((one) => [`${one.userId} ${one.book}`, one]))
  for (const { userId, book } of owners.values()) await events.emit(tx, 'balance_changed', { userId, book })
  return orders.length
}
