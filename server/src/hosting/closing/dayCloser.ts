import { nextMidnight } from '@tickmark/core/days'
import { dayName } from '@tickmark/core/market/simulated/prices'
import { transact } from '../../db/transact.ts'
import type {} from '../../ledger/events.ts'
import { messageOf } from '../../platform/log.ts'
import { timedWork, type TimedWork } from '../../platform/timedWork.ts'
import { closeNextDay, type Closing } from './closeDay.ts'
import { firstEntryAt, hostsOf, lockUntold, markTold } from '../dayStore.ts'
import type {} from '../events.ts'
import type { HostingDeps } from '../ports.ts'

const RETRY_MS = 5_000
/** Users notified in one transaction. */
const CHUNK = 500

/**
 * Closes each UTC day once, in order, at its midnight or as soon as the house is up again; then notifies those who got nothing.
 * Any number of processes may run it.
 */
export function dayCloser(deps: HostingDeps): TimedWork {
  const { clock, log } = deps
  return timedWork(clock, async (isStopped) => {
    // Read first, so that a midnight that passes meanwhile is looked at next.
    const nextMs = nextMidnight(clock.nowMs())
    try {
      while (!isStopped()) {
        const closing = await closeNextDay(deps)
        if (closing === null) break
        announce(deps, closing)
      }
      while (!isStopped() && (await tellSome(deps)));
      // Without a log entry there is no first day yet; its midnight may pass before that entry comes.
      return (await firstEntryAt(deps.db)) === null ? clock.nowMs() + RETRY_MS : nextMs
    } catch (thrown) {
      log.error('a day of the programme could not be closed', { reason: messageOf(thrown) })
      return clock.nowMs() + RETRY_MS
    }
  })
}

/** Tells open pages of new money. */
function announce({ events }: HostingDeps, { paid }: Closing): void {
  const owners = new Map(paid.map(({ userId, book }) => [`${userId} ${book}`, { userId, book }]))
  for (const owner of owners.values()) events.announce('balance_changed', owner)
}

/** Tells at most `most` hosts that a day paid nothing; false when all have been told. */
export function tellSome({ db, clock, events }: HostingDeps, most = CHUNK): Promise<boolean> {
  return transact(db, async (tx) => {
    const untold = await lockUntold(tx)
    if (untold === null) return false
    const { day, afterUser } = untold
    const userIds = await hostsOf(tx, day, afterUser, most)
    if (userIds.length > 0)
      await events.emit(tx, 'hosting_unpaid', { day: dayName(day), userIds, atMs: clock.nowMs() })
    await markTold(tx, day, userIds.length < most ? null : (userIds.at(-1) ?? null))
    return true
  })
}
