import type { Database } from '../db/pool.ts'
import { trySessionLock, type SessionLock } from '../db/sessionLock.ts'

/** Who pays on which chain, when several processes share a database. */
interface Turns {
  /** Whether this process pays on the chain; takes the turn when nobody has it. */
  isOurs(chainId: number): Promise<boolean>
  release(): Promise<void>
}

/** Advisory lock of the one process that pays on a chain; the chain's number is added. */
const LOCK = 7_310_052_000n

/** A turn lasts until it is released, or lost with its connection; then any process may take it. */
export function chainTurns(database: Database): Turns {
  const locks = new Map<number, SessionLock>()
  return {
    async isOurs(chainId) {
      if (locks.has(chainId)) return true
      const lock = await trySessionLock(database, LOCK + BigInt(chainId))
      if (!lock) return false
      locks.set(chainId, lock)
      void lock.lost.then(() => locks.delete(chainId))
      return true
    },
    async release() {
      await Promise.all([...locks.values()].map((lock) => lock.release()))
    },
  }
}
