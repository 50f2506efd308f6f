import type { Clock } from '../platform/clock.ts'
import type { Db } from '../db/pool.ts'
import { type Log, messageOf } from '../platform/log.ts'
import { createRedrawing } from './redrawing.ts'
import { deleteUnbound } from './store.ts'
import type { UploadDeps } from './upload.ts'

/** The room of pictures, while it is open. */
export interface Media extends UploadDeps {
  stop(): Promise<void>
}

/** Uploads that nothing refers to are kept this long, and looked for this often. */
const UNBOUND_LIFE_MS = 24 * 3_600_000
const SWEEP_MS = 3_600_000

/** Opens the room; the first sweep is at once, and what a dead server left is found by the next one. */
export function openMedia({ db, clock, log }: { db: Db; clock: Clock; log: Log }): Media {
  const redrawing = createRedrawing(log)
  let cancel = () => {}
  let isStopped = false
  const sweep = async () => {
    try {
      const removed = await deleteUnbound(db, clock.nowMs() - UNBOUND_LIFE_MS)
      if (removed > 0) log.info('removed pictures that nothing refers to', { removed })
    } catch (thrown) {
      log.warn('pictures that nothing refers to were not removed', { reason: messageOf(thrown) })
    }
    if (!isStopped) cancel = clock.at(clock.nowMs() + SWEEP_MS, () => void (sweeping = sweep()))
  }
  let sweeping = sweep()
  return {
    db,
    redrawing,
    async stop() {
      isStopped = true
      cancel()
      redrawing.stop()
      await sweeping
    },
  }
}
