import { coalesced } from '../platform/coalesce.ts'
import { messageOf } from '../platform/log.ts'
import type { MessagesDeps } from './ports.ts'
import { nextJobAt, type PushJob, takeJobs } from './pushStore.ts'
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

/** Jobs sent concurrently, each of another user. */
const MOST = 16
/** After this, further jobs begin beside those that a slow service holds up. */
const SOON_MS = 250
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
    /** One job of each user, so that a user whose push service is slow holds up nobody else. */
    const underWay = new Map<number, Promise<void>>()
    try {
      while (!isStopped()) {
        const jobs = (await isDue()) && underWay.size < MOST ? await take(underWay) : []
        for (const job of jobs) {
          const { userId } = job.subscription
          underWay.set(
            userId,
            sendOne(job).finally(() => underWay.delete(userId)),
          )
        }
        if (underWay.size === 0) break
        await allOrSoon(underWay.values())
      }
    } catch (thrown) {
      log.warn('pushes could not be sent', { reason: messageOf(thrown) })
    }
    await Promise.all(underWay.values())
    lookLater()
  }

  function take(underWay: ReadonlyMap<number, unknown>): Promise<PushJob[]> {
    const nowMs = clock.nowMs()
    const room = { most: MOST - underWay.size, except: [...underWay.keys()] }
    return takeJobs(database.db, nowMs, nowMs + LEASE_MS, room)
  }

  async function sendOne(job: PushJob): Promise<void> {
    try {
      await send(job)
    } catch (thrown) {
      log.warn('a push could not be sent', { reason: messageOf(thrown) })
    }
  }

  /** Waits for all of them, or for those that are soon done. */
  async function allOrSoon(sending: Iterable<Promise<void>>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = clock.at(clock.nowMs() + SOON_MS, resolve)
    await Promise.race([Promise.all(sending), promise])
    cancel()
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
