import { sql } from 'kysely'
import type { Db, Reader, Tx } from '../../db/pool.ts'
import type {} from '../order/tables.ts'

/** Numbers that are part of signed texts. */
export type BatchSequence = 'ticket_batch_id' | 'receipt_batch_id' | 'refusal_number'

/** The first number of the next block; a sequence counts in steps of a block. */
export async function nextBatchNumber(db: Db, sequence: BatchSequence): Promise<number> {
  const { rows } = await sql<{ first: bigint }>`select nextval(${sequence}) as first`.execute(db)
  return Number(rows[0]?.first)
}

/** Batches without a log entry, by number. */
export function unloggedBatches(
  tx: Tx,
  table: 'ticket_batch' | 'receipt_batch',
): Promise<{ id: bigint; root: Buffer }[]> {
  return tx.selectFrom(table).select(['id', 'root']).where('log_seq', 'is', null).orderBy('id').execute()
}

/** Records the log entry whose root covers these batches. */
export async function markLogged(
  tx: Tx,
  table: 'ticket_batch' | 'receipt_batch',
  ids: readonly bigint[],
  seq: number,
): Promise<void> {
  await sql`update ${sql.table(table)} set log_seq = ${seq}::bigint where id = any(${ids}::bigint[])`.execute(
    tx,
  )
}

/** The lowest numbers of ticket batches without a log entry, at most 100. */
export async function oldestUnlogged(reader: Reader): Promise<number[]> {
  const query = reader.selectFrom('ticket_batch').select('id').where('log_seq', 'is', null)
  return (await query.orderBy('id').limit(100).execute()).map(({ id }) => Number(id))
}
