import { coalesced } from '../platform/coalesce.ts'
import { messageOf } from '../platform/log.ts'
import type { MessagesDeps } from './ports.ts'
import { nextJobAt, takeJobs } from './pushStore.ts'
import { createSending } from './sendPush.ts'

/** Sends pending pushes to browsers. Any number of processes may do so on one database. */
export interface Pushing {
  /** Pushes are pending. Without this call they are found by polling. */
  wake(): void
  /** Resolves when everything due has been tried. */
  idle(): Promise<void>
  start(): void
  /** Aborts what is being sent; it is tried again after the next start. */
  stop(): Promise<void>
}

/** Jobs sent concurrently. */
const MOST = 16
/** A taken job becomes due again after this time; longer than a push service's timeout. */
const LEASE_MS = 60_000
/** How often to look for jobs that another process left behind. */
const LOOK_EVERY_MS = 10_000

/** Creates the sender. A job that cannot be sent now stays in its table and is tried again when it is due. */
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
      for (let isLeft = await isDue(); isLeft && !isStopped();) {
        const nowMs = clock.nowMs()
        const jobs = await takeJobs(database.db, nowMs, nowMs + LEASE_MS, MOST)
        await send(jobs)
        isLeft = (await isDue()) && jobs.length === MOST
      }
    } catch (thrown) {
      log.warn('pushes could not be sent', { reason: messageOf(thrown) })
    }
    lookLater()
  }

  async function isDue(): Promise<boolean> {
    nextAtMs = await nextJobAt(database.db)
    return nextAtMs !== null && nextAtMs <= clock.nowMs()
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
