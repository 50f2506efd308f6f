import { sql } from 'kysely'
import type { Db, Tx } from './pool.ts'
import { transact } from './transact.ts'

/**
 * Reads in one snapshot: a new one, or that of another open transaction. `work` gets its name, so that a further connection can
 * join. The database refuses every change.
 */
export function inSnapshot<T>(
  db: Db,
  work: (tx: Tx, snapshot: string) => Promise<T>,
  joined?: string,
): Promise<T> {
  const run = async (tx: Tx) => {
    if (joined !== undefined) {
      await sql`set transaction snapshot ${sql.lit(joined)}`.execute(tx)
      await waitForEachOther(tx)
      return work(tx, joined)
    }
    const { rows } = await sql<{ name: string }>`select pg_export_snapshot() as name`.execute(tx)
    await waitForEachOther(tx)
    return work(tx, rows[0]?.name ?? '')
  }
  return transact(db, run, { isolation: 'repeatable read', readsOnly: true })
}

/** One of the transactions may be idle until the other is done. */
async function waitForEachOther(tx: Tx): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
}
