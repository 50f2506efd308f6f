import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../db/pool.ts'
import { trySessionLock, type SessionLock } from '../../db/sessionLock.ts'
import { listenForAppends } from '../store.ts'

/** Whether this process writes the log. At most one does at a time; the hash chain would stay valid even with two. */
export interface Election {
  isWriter(): boolean
  /** Runs for writer when the other writer's ticks stop, and follows its entries until then. True when just elected. */
  stand(lastTickAtMs: number | null): Promise<boolean>
  resign(): Promise<void>
}

export interface ElectionDeps {
  database: Database
  clock: Clock
  /** Never runs for writer. */
  follows: boolean
  /** Another process has appended entries. */
  onAppended(): void
}

/** An arbitrary number that no other lock of ours uses. */
const WRITER_LOCK = 7_310_018_030n
/** After the start, ticks must be missing for this long before this process runs for writer. */
const SILENT_MS = 2_000
const AGAIN_MS = 1_000

export function openElection({ database, clock, follows, onAppended }: ElectionDeps): Election {
  let lock: SessionLock | null = null
  let ears: { end(): Promise<void> } | null = null
  let nextMs = 0

  async function stand(lastTickAtMs: number | null): Promise<boolean> {
    const nowMs = clock.nowMs()
    const isSilent = nextMs === 0 || nowMs - (lastTickAtMs ?? 0) >= SILENT_MS
    if (follows || !isSilent || nowMs < nextMs) {
      await listen()
      return false
    }
    nextMs = nowMs + AGAIN_MS
    const won = await trySessionLock(database, WRITER_LOCK)
    if (!won) {
      await listen()
      return false
    }
    lock = won
    void won.lost.then(() => {
      if (lock === won) lock = null
    })
    return true
  }

  async function listen(): Promise<void> {
    if (ears) return
    const opened = await listenForAppends(database, () => {
      if (!lock) onAppended()
    })
    ears = opened
    void opened.lost.then(() => {
      if (ears === opened) ears = null
    })
  }

  return {
    isWriter: () => lock !== null,
    stand,
    async resign() {
      const [held, opened] = [lock, ears]
      lock = null
      ears = null
      await Promise.all([held?.release(), opened?.end()])
    },
  }
}
