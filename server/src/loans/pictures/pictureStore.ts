import { sql, type Selectable } from 'kysely'
import type { Reader, Tx } from '../../db/pool.ts'
import type { SealedRecord } from '../../platform/vault.ts'
import { columnsOfRecord } from '../store.ts'
import type { LoanPictureTable } from '../tables.ts'

export type Purpose = 'front' | 'back' | 'signature'

/** A stored picture without its content. */
export interface Picture {
  id: string
  purpose: Purpose
  /** Pixels. */
  width: number
  height: number
  /** SHA-256 in hexadecimal. */
  sha256: string
}

export interface NewPicture extends Picture {
  userId: number
  bytes: number
  record: SealedRecord
  atMs: number
}

export async function insertPicture(tx: Tx, given: NewPicture): Promise<void> {
  const { id, purpose, width, height, bytes, sha256, record, atMs } = given
  const hash = Buffer.from(sha256, 'hex')
  const row = { id, user_id: BigInt(given.userId), purpose, width, height, bytes, hash, at_ms: BigInt(atMs) }
  await tx
    .insertInto('loan_picture')
    .values({ ...row, ...columnsOfRecord(record) })
    .execute()
}

/** Total size in bytes of a user's pictures since a time, and the time of the first one. */
export async function usedSince(
  reader: Reader,
  userId: number,
  sinceMs: number,
): Promise<{ bytes: number; firstMs: number }> {
  const row = await reader
    .selectFrom('loan_picture')
    .select((of) => [
      of.fn.coalesce(of.fn.sum<string>('bytes'), sql<string>`0`).as('bytes'),
      of.fn.min('at_ms').as('first'),
    ])
    .where('user_id', '=', BigInt(userId))
    .where('at_ms', '>', BigInt(sinceMs))
    .executeTakeFirstOrThrow()
  return { bytes: Number(row.bytes), firstMs: Number(row.first ?? sinceMs) }
}

/** The user's own picture; null when it does not exist or is somebody else's. */
export async function findOwnPicture(reader: Reader, userId: number, id: string): Promise<Picture | null> {
  const row = await reader
    .selectFrom('loan_picture')
    .select(FACTS)
    .where('id', '=', id)
    .where('user_id', '=', BigInt(userId))
    .executeTakeFirst()
  return row ? pictureOf(row) : null
}

/** The user's own picture that belongs to no application, or only to a returned one. */
export async function findFree(reader: Reader, userId: number, id: string): Promise<Picture | null> {
  const row = await reader
    .selectFrom('loan_picture')
    .leftJoin('loan_application', 'loan_application.id', 'loan_picture.application')
    .select(FACTS.map((one) => `loan_picture.${one}` as const))
    .where('loan_picture.id', '=', id)
    .where('loan_picture.user_id', '=', BigInt(userId))
    .where((is) => is.or([is('application', 'is', null), is('ending', '=', 'resubmit')]))
    .executeTakeFirst()
  return row ? pictureOf(row) : null
}

export async function picturesOf(reader: Reader, application: string): Promise<Picture[]> {
  const rows = await reader
    .selectFrom('loan_picture')
    .select(FACTS)
    .where('application', '=', application)
    .orderBy('purpose')
    .execute()
  return rows.map(pictureOf)
}

/** A picture's encrypted content. */
export async function pictureRecord(reader: Reader, id: string): Promise<SealedRecord | null> {
  const row = await reader
    .selectFrom('loan_picture')
    .select(['key_number', 'wrapped_key', 'sealed'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { keyNumber: row.key_number, wrappedKey: row.wrapped_key, sealed: row.sealed } : null
}

/** Assigns pictures to an application; returns whether all of them still existed. */
export async function bindPictures(tx: Tx, ids: readonly string[], application: string): Promise<boolean> {
  const query = tx.updateTable('loan_picture').set({ application }).where('id', 'in', ids)
  const { numUpdatedRows } = await query.executeTakeFirst()
  return Number(numUpdatedRows) === ids.length
}

/** Deletes the user's own picture when nothing refers to it. */
export async function deleteIfLoose(tx: Tx, userId: number, id: string): Promise<void> {
  await sql`
    delete from loan_picture p where p.id = ${id} and p.user_id = ${userId} and p.application is null and ${UNUSED}`.execute(
    tx,
  )
}

/** No draft and no agreement refers to the picture `p`. */
export const UNUSED = sql`not exists (select from loan_draft d where p.id in (d.front, d.back))
  and not exists (select from loan_agreement a where p.id in (a.front, a.back))`

const FACTS = ['id', 'purpose', 'width', 'height', 'hash'] as const

function pictureOf(row: Pick<Selectable<LoanPictureTable>, (typeof FACTS)[number]>): Picture {
  const { id, purpose, width, height, hash } = row
  return { id, purpose, width, height, sha256: hash.toString('hex') }
}
