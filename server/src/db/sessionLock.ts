import type { Database } from './pool.ts'

/** A lock that lasts as long as one connection. */
export interface SessionLock {
  /** Settles when the lock ends: released, or lost with its connection. From then on another process may hold it. */
  lost: Promise<void>
  release(): Promise<void>
}

/**
 * Takes the lock if no session in this database holds it, else returns null at once. `key` is one constant per purpose.
 */
export async function trySessionLock(database: Database, key: bigint): Promise<SessionLock | null> {
  const client = database.dedicated()
  await client.connect()
  const lost = new Promise<void>((resolve) => client.once('end', () => resolve()))
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [key])
  if (rows[0]?.got !== true) {
    await client.end()
    return null
  }
  return { lost, release: () => client.end() }
}

/** Work that one of several processes does at a time, while it keeps its connection to the database. */
export interface Turn {
  /** Takes the turn if it is free; returns whether we have it. */
  take(): Promise<boolean>
  /** Releases the turn; does nothing when we do not have it. */
  release(): Promise<void>
}

/** A turn backed by the lock of this key. `onLost` runs when the turn is lost, not when it is released. */
export function turnOf(database: Database, key: bigint, onLost = (): void => {}): Turn {
  let held: SessionLock | null = null
  return {
    async take() {
      if (held !== null) return true
      const won = await trySessionLock(database, key)
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
