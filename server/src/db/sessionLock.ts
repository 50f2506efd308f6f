import type { Database } from './pool.ts'

/** A lock that lasts as long as one connection. */
export interface SessionLock {
  /** Settles when the lock is gone: released, or lost with its connection. From then on another process may hold it. */
  lost: Promise<void>
  release(): Promise<void>
}

/** Takes the lock if nobody in this database holds it, else replies null at once. `key` is one constant a purpose. */
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
