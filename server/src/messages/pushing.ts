import { coalesced } from '../platform/coalesce.ts'
import { messageOf } from '../platform/log.ts'
import type { MessagesDeps } from './ports.ts'
import { nextJobAt, takeJobs } from './pushStore.ts'
import { createSending } from './sendPush.ts'

/** Sends what waits to browsers. Any number of processes may do it on one database. */
export interface Pushing {
  /** There is something to send; a few seconds at the latest go by anyway. */
  wake(): void
  /** Settles when all that is due has been tried. */
  idle(): Promise<void>
  start(): void
  /** What is under way is broken off, and tried again after the next start. */
  stop(): Promise<void>
}

/** Jobs under way at once. */
const MOST = 16
/** A job that was taken is due again then if nobody ends it; longer than a push service may take. */
const LEASE_MS = 60_000
/** What another process left behind is found this often. */
const LOOK_EVERY_MS = 10_000

/** Makes the sender; what it cannot send now stays a row, and is looked at again when it is due. */
export function createPushing(deps: MessagesDeps): Pushing {
  const { clock, log, database } = deps
  const stopping = new AbortController()
  const isStopped = () => stopping.signal.aborted
  const send = createSending(deps, stopping.signal)
  const { wake, idle, ended } = coalesced(sendAll, isStopped)
  let nextAtMs: number | null = null
  let cancel = () => {}

  async function sendAll(): Promise<void> {
    try {
      for (let taken = MOST; taken === MOST && !isStopped();) {
        const nowMs = clock.nowMs()
        const jobs = await takeJobs(database.db, nowMs, nowMs + LEASE_MS, MOST)
        await send(jobs)
        taken = jobs.length
      }
      if (!isStopped()) nextAtMs = await nextJobAt(database.db)
    } catch (thrown) {
      log.warn('pushes could not be sent', { reason: messageOf(thrown) })
    }
    lookLater()
  }

  function lookLater(): void {
    cancel()
    if (isStopped()) return
    const latest = clock.nowMs() + LOOK_EVERY_MS
    const at = nextAtMs === null ? latest : Math.max(clock.nowMs() + 1_000, Math.min(latest, nextAtMs))
    cancel = clock.at(at, wake)
  }

  return {
    wake,
    idle,
    start: wake,
    async stop() {
      stopping.abort()
      cancel()
      await ended()
    },
  }
}
