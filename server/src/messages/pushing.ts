import { messageOf } from '../log.ts'
import type { MessagesDeps } from './deps.ts'
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
  const send = createSending(deps, stopping.signal)
  let running: Promise<void> | null = null
  let isAskedAgain = false
  let nextAtMs: number | null = null
  let cancel = () => {}

  function look(): Promise<void> {
    isAskedAgain = true
    running ??= sendAll().finally(() => {
      running = null
      // Asked just as it ended.
      if (isAskedAgain && !stopping.signal.aborted) void look()
      else lookLater()
    })
    return running
  }

  async function sendAll(): Promise<void> {
    try {
      while (isAskedAgain && !stopping.signal.aborted) {
        isAskedAgain = false
        const nowMs = clock.nowMs()
        const jobs = await takeJobs(database.db, nowMs, nowMs + LEASE_MS, MOST)
        await Promise.all(jobs.map(send))
        if (jobs.length === MOST) isAskedAgain = true
        else if (!stopping.signal.aborted) nextAtMs = await nextJobAt(database.db)
      }
    } catch (thrown) {
      log.warn('pushes could not be sent', { reason: messageOf(thrown) })
    }
  }

  function lookLater(): void {
    cancel()
    if (stopping.signal.aborted) return
    const latest = clock.nowMs() + LOOK_EVERY_MS
    const at = nextAtMs === null ? latest : Math.max(clock.nowMs() + 1_000, Math.min(latest, nextAtMs))
    cancel = clock.at(at, () => void look())
  }

  return {
    wake: () => {
      if (!stopping.signal.aborted) void look()
    },
    async idle() {
      await running
      await look()
    },
    start: () => void look(),
    async stop() {
      stopping.abort()
      cancel()
      await running
      cancel()
    },
  }
}
