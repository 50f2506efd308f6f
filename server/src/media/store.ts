import { sql } from 'kysely'
import { lockName } from '../db/locks.ts'
import type { Db, Reader, Tx } from '../db/pool.ts'
import type { FileOwner } from './files.ts'
import type { PictureSize } from './pictureSize.ts'
import type {} from './tables.ts'

/** A redrawn picture. */
export interface Drawn extends PictureSize {
  content: Buffer
}

export interface NewFile extends Drawn {
  id: string
  owner: FileOwner
  atMs: number
}

/** Total size in bytes of an owner's uploads since a time, and the time of the first of them. */
export async function usedSince(
  reader: Reader,
  owner: FileOwner,
  sinceMs: number,
): Promise<{ bytes: number; firstMs: number }> {
  const row = await reader
    .selectFrom('uploaded_file')
    .select((select) => [
      select.fn.coalesce(select.fn.sum<string>('bytes'), sql<string>`0`).as('bytes'),
      select.fn.min('at_ms').as('first'),
    ])
    .where(isOf(owner))
    .where('at_ms', '>', BigInt(sinceMs))
    .executeTakeFirstOrThrow()
  return { bytes: Number(row.bytes), firstMs: Number(row.first ?? sinceMs) }
}

/** Serializes the uploads of one owner until the commit, so that the quota holds. */
export async function lockOwner(tx: Tx, owner: FileOwner): Promise<void> {
  const name = 'user' in owner ? `user ${owner.user}` : owner.operator
  await lockName(tx, 'uploads', name)
}

export async function insertFile(
  tx: Tx,
  { id, owner, content, width, height, atMs }: NewFile,
): Promise<void> {
  const row = { id, content, width, height, bytes: content.length, at_ms: BigInt(atMs), ...columnsOf(owner) }
  await tx.insertInto('uploaded_file').values(row).execute()
}

/** Inserts a picture that ships with the app, public from the start, unless it exists. */
export async function insertShipped(tx: Tx, id: string, drawn: Drawn, atMs: number): Promise<void> {
  const { content, width, height } = drawn
  await tx
    .insertInto('uploaded_file')
    .values({
      id,
      owner_user: null,
      owner_operator: SHIPPED,
      bound: true,
      is_public: true,
      width,
      height,
      bytes: content.length,
      content,
      at_ms: BigInt(atMs),
    })
    .onConflict((clash) => clash.column('id').doNothing())
    .execute()
}

const SHIPPED = 'seed'

interface FileRow extends PictureSize {
  id: string
}

/** Locks, until the commit, those of the uploads that belong to the owner and are unbound. */
export function lockUnbound(tx: Tx, owner: FileOwner, ids: readonly string[]): Promise<FileRow[]> {
  return tx
    .selectFrom('uploaded_file')
    .select(['id', 'width', 'height'])
    .where('id', 'in', ids)
    .where(isOf(owner))
    .where('bound', '=', false)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function bindFiles(tx: Tx, ids: readonly string[], sharedWith: number | null): Promise<void> {
  await tx
    .updateTable('uploaded_file')
    .set({ bound: true, shared_with: sharedWith === null ? null : BigInt(sharedWith) })
    .where('id', 'in', ids)
    .execute()
}

export async function findPublic(reader: Reader, ids: readonly string[]): Promise<string[]> {
  const rows = await reader
    .selectFrom('uploaded_file')
    .select('id')
    .where('id', 'in', ids)
    .where('is_public', '=', true)
    .execute()
  return rows.map(({ id }) => id)
}

export async function publishFiles(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.updateTable('uploaded_file').set({ bound: true, is_public: true }).where('id', 'in', ids).execute()
}

export function findFiles(reader: Reader, ids: readonly string[]): Promise<FileRow[]> {
  return reader.selectFrom('uploaded_file').select(['id', 'width', 'height']).where('id', 'in', ids).execute()
}

/** The facts that decide who may read a file, without its bytes. */
export interface FileStanding {
  ownerUser: number | null
  ownerOperator: string | null
  sharedWith: number | null
  bound: boolean
}

export async function findStanding(reader: Reader, id: string): Promise<FileStanding | null> {
  const row = await reader
    .selectFrom('uploaded_file')
    .select(['owner_user', 'owner_operator', 'shared_with', 'bound'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  return {
    ownerUser: numberOf(row.owner_user),
    ownerOperator: row.owner_operator,
    sharedWith: numberOf(row.shared_with),
    bound: row.bound,
  }
}

export async function readContent(reader: Reader, id: string): Promise<Buffer | null> {
  const query = reader.selectFrom('uploaded_file').select('content').where('id', '=', id)
  return (await query.executeTakeFirst())?.content ?? null
}

export async function readPublic(reader: Reader, id: string): Promise<Buffer | null> {
  const query = reader
    .selectFrom('uploaded_file')
    .select('content')
    .where('id', '=', id)
    .where('is_public', '=', true)
  return (await query.executeTakeFirst())?.content ?? null
}

/** Deletes unbound uploads; returns their number. */
export async function deleteUnbound(db: Db, beforeMs: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('uploaded_file')
    .where('bound', '=', false)
    .where('at_ms', '<', BigInt(beforeMs))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

function isOf(owner: FileOwner) {
  return 'user' in owner
    ? sql<boolean>`owner_user = ${BigInt(owner.user)}`
    : sql<boolean>`owner_operator = ${owner.operator}`
}

function columnsOf(owner: FileOwner) {
  return 'user' in owner
    ? { owner_user: BigInt(owner.user), owner_operator: null }
    : { owner_user: null, owner_operator: owner.operator }
}

function numberOf(value: bigint | null): number | null {
  return value === null ? null : Number(value)
}
