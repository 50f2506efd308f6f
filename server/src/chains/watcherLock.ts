import type { Database } from '../db/pool.ts'
import { type SessionLock, trySessionLock } from '../db/sessionLock.ts'

/** The right to read a chain and to credit what is on it: one process has it at a time. */
export interface WatcherLock {
  /** Takes it when it is free; whether it is ours. */
  take(): Promise<boolean>
  release(): Promise<void>
}

/** Any numbers will do, so long as no other lock of ours has them; a chain's id is added. */
const WATCHER_LOCK = 7_310_018_100n

export function watcherLock(database: Database, chainId: number, onLost: () => void): WatcherLock {
  let held: SessionLock | null = null
  return {
    async take() {
      if (held !== null) return true
      const won = await trySessionLock(database, WATCHER_LOCK + BigInt(chainId))
      held = won
      void won?.lost.then(() => {
        if (held !== won) return
        held = null
        onLost()
      })
      return won !== null
    },
    async release() {
      const released = held
      held = null
      await released?.release()
    },
  }
}
