import { sql, type Selectable } from 'kysely'
import type { Reader, Tx } from '../../db/pool.ts'
import type { SealedRecord } from '../../platform/vault.ts'
import { columnsOfRecord } from '../store.ts'
import type { LoanAgreementTable, LoanDraftTable } from '../tables.ts'

/** A user's input so far. */
export interface Draft {
  id: string
  record: SealedRecord
  front: string | null
  back: string | null
  /** The application that a reviewer asked to have sent again. */
  again: string | null
  untilMs: number
}

/** A user's draft; an expired one counts as deleted. */
export async function findDraft(reader: Reader, userId: number, nowMs: number): Promise<Draft | null> {
  const row = await reader
    .selectFrom('loan_draft')
    .selectAll()
    .where('user_id', '=', BigInt(userId))
    .where('until_ms', '>', BigInt(nowMs))
    .executeTakeFirst()
  return row ? draftOf(row) : null
}

/** Writes a user's draft, replacing the one before. */
export async function writeDraft(tx: Tx, userId: number, draft: Draft): Promise<void> {
  const { id, record, front, back, again, untilMs } = draft
  const columns = { id, ...columnsOfRecord(record), front, back, again, until_ms: BigInt(untilMs) }
  await tx
    .insertInto('loan_draft')
    .values({ user_id: BigInt(userId), ...columns })
    .onConflict((clash) => clash.column('user_id').doUpdateSet(columns))
    .execute()
}

/** Turns an application back into a draft: moves its encrypted details and photos without decrypting them. */
export async function draftAgain(
  tx: Tx,
  given: { id: string; application: string; untilMs: number },
): Promise<void> {
  const { id, application, untilMs } = given
  await sql`
    insert into loan_draft (user_id, id, key_number, wrapped_key, sealed, front, back, again, until_ms)
    select a.user_id, ${id}, a.key_number, a.wrapped_key, a.sealed,
      (select p.id from loan_picture p where p.application = a.id and p.purpose = 'front'),
      (select p.id from loan_picture p where p.application = a.id and p.purpose = 'back'),
      a.id, ${untilMs}::bigint
    from loan_application a where a.id = ${application}
    on conflict (user_id) do update set id = excluded.id, key_number = excluded.key_number,
      wrapped_key = excluded.wrapped_key, sealed = excluded.sealed, front = excluded.front, back = excluded.back,
      again = excluded.again, until_ms = excluded.until_ms`.execute(tx)
}

/** An agreement that may still be signed. */
export interface Unsigned {
  application: string
  amount: bigint
  instalments: number
  site: string
  borrower: string
  writtenAtMs: number
  /** SHA-256 of the personal details with their salt, in hexadecimal. */
  details: string
  record: SealedRecord
  /** SHA-256 of the photos, in hexadecimal. */
  front: string
  back: string
  /** The photos' ids. */
  frontId: string
  backId: string
}

export async function writeUnsigned(
  tx: Tx,
  userId: number,
  given: Omit<Unsigned, 'front' | 'back'>,
): Promise<void> {
  const columns = {
    id: given.application,
    amount: given.amount,
    instalments: given.instalments,
    site: given.site,
    borrower: given.borrower,
    written_at_ms: BigInt(given.writtenAtMs),
    details_hash: Buffer.from(given.details, 'hex'),
    ...columnsOfRecord(given.record),
    front: given.frontId,
    back: given.backId,
  }
  await tx
    .insertInto('loan_agreement')
    .values({ user_id: BigInt(userId), ...columns })
    .onConflict((clash) => clash.column('user_id').doUpdateSet(columns))
    .execute()
}

export async function findUnsigned(
  reader: Reader,
  userId: number,
  application: string,
): Promise<Unsigned | null> {
  const row = await reader
    .selectFrom('loan_agreement as written')
    .innerJoin('loan_picture as f', 'f.id', 'written.front')
    .innerJoin('loan_picture as b', 'b.id', 'written.back')
    .selectAll('written')
    .select(['f.hash as front_hash', 'b.hash as back_hash'])
    .where('written.user_id', '=', BigInt(userId))
    .where('written.id', '=', application)
    .executeTakeFirst()
  return row ? unsignedOf(row) : null
}

/** Deletes an application's agreement and draft. */
export async function deleteDrafted(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('loan_agreement').where('user_id', '=', BigInt(userId)).execute()
  await tx.deleteFrom('loan_draft').where('user_id', '=', BigInt(userId)).execute()
}

function draftOf(row: Selectable<LoanDraftTable>): Draft {
  const { id, front, back, again } = row
  return { id, record: recordOfRow(row), front, back, again, untilMs: Number(row.until_ms) }
}

function unsignedOf(
  row: Selectable<LoanAgreementTable> & { front_hash: Buffer; back_hash: Buffer },
): Unsigned {
  const { id, amount, instalments, site, borrower, front: frontId, back: backId } = row
  return {
    application: id,
    amount,
    instalments,
    site,
    borrower,
    frontId,
    backId,
    front: row.front_hash.toString('hex'),
    back: row.back_hash.toString('hex'),
    writtenAtMs: Number(row.written_at_ms),
    details: row.details_hash.toString('hex'),
    record: recordOfRow(row),
  }
}

function recordOfRow(row: { key_number: number; wrapped_key: Buffer; sealed: Buffer }): SealedRecord {
  return { keyNumber: row.key_number, wrappedKey: row.wrapped_key, sealed: row.sealed }
}
