import { sql } from 'kysely'
import type { Db, Reader, Tx } from '../db/pool.ts'
import { newestKey, rewrapRecord, type VaultKeys } from '../platform/vault.ts'
import { codeOfState } from './application.ts'
import { UNUSED } from './pictures/pictureStore.ts'
import { nameOfDetails, nameOfPicture } from './records.ts'
import type {} from './tables.ts'

/** Deletes expired drafts and agreements; an agreement written by `writtenByMs` can no longer be signed. */
export async function deleteStaleDrafts(db: Db, nowMs: number, writtenByMs: number): Promise<void> {
  await db.deleteFrom('loan_draft').where('until_ms', '<=', BigInt(nowMs)).execute()
  await db.deleteFrom('loan_agreement').where('written_at_ms', '<=', BigInt(writtenByMs)).execute()
}

/**
 * Deletes details and pictures of applications that ended without a loan by a time; their rows remain. A photo used in a later
 * draft stays with it. Returns the number of applications.
 */
export async function clearEnded(tx: Tx, endedByMs: number, nowMs: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    update loan_application set key_number = null, wrapped_key = null, sealed = null, cleared_at_ms = ${nowMs}::bigint
    where state = ${sql.lit(codeOfState('rejected'))} and cleared_at_ms is null and decided_at_ms <= ${endedByMs}::bigint returning id`.execute(
    tx,
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  await sql`update loan_picture set application = null where application = any (${ids}::uuid[])`.execute(tx)
  await sql`delete from loan_picture p where p.application is null and p.at_ms <= ${endedByMs}::bigint and ${UNUSED}`.execute(
    tx,
  )
  return ids.length
}

/** Deletes unreferenced pictures uploaded by a time. */
export async function deleteLoose(db: Db, uploadedByMs: number): Promise<void> {
  await sql`
    delete from loan_picture p where p.application is null and p.at_ms <= ${uploadedByMs}::bigint and ${UNUSED}`.execute(
    db,
  )
}

/** The tables with encrypted records, and the name that each record is encrypted under. */
export const SEALED = [
  { table: 'loan_picture', name: (row: Row) => nameOfPicture(row.id) },
  { table: 'loan_draft', name: nameOfRow },
  { table: 'loan_agreement', name: nameOfRow },
  { table: 'loan_application', name: nameOfRow },
] as const

interface Row {
  id: string
  user_id: bigint
}

function nameOfRow(row: Row): string {
  return nameOfDetails(Number(row.user_id))
}

/** Wraps the keys of up to 100 records of each table under the newest key; returns the number found. */
export async function rewrapOld(tx: Tx, vault: VaultKeys): Promise<number> {
  let done = 0
  for (const { table, name } of SEALED) {
    const rows = await tx
      .selectFrom(table)
      .select(['id', 'user_id', 'key_number', 'wrapped_key'])
      .where('key_number', '<', newestKey(vault))
      .limit(100)
      .forUpdate()
      .execute()
    for (const row of rows) {
      if (row.key_number === null || row.wrapped_key === null) continue
      const record = { keyNumber: row.key_number, wrappedKey: row.wrapped_key }
      const { keyNumber, wrappedKey } = rewrapRecord(vault, name(row), record)
      const columns = { key_number: keyNumber, wrapped_key: wrappedKey }
      await tx.updateTable(table).set(columns).where('id', '=', row.id).execute()
      done++
    }
  }
  return done
}

/** The numbers of the keys that wrap records. */
export async function usedKeys(reader: Reader): Promise<Set<number>> {
  const used = new Set<number>()
  for (const { table } of SEALED) {
    const rows = await reader.selectFrom(table).select('key_number').distinct().execute()
    for (const { key_number: number } of rows) if (number !== null) used.add(number)
  }
  return used
}
