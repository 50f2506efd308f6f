import { DEFAULT_LANGUAGE, isLanguage, type Language } from '@tickmark/texts/languages'
import { type Db, type Reader, type Tx } from '../db/pool.ts'
import type { WalletType } from '@tickmark/chainkit/addresses'
import type {} from './tables.ts'

export interface NewUser {
  address: string
  walletType: WalletType
  practice: boolean
  inviteCode: string
  invitedBy: number | null
  language: Language
  nowMs: number
}

/** Inserts a user; null when the address is already registered. */
export async function insertUser(tx: Tx, given: NewUser): Promise<number | null> {
  const row = await tx
    .insertInto('users')
    .values({
      address: given.address,
      wallet_type: given.walletType,
      practice: given.practice,
      invite_code: given.inviteCode,
      invited_by: given.invitedBy === null ? null : BigInt(given.invitedBy),
      language: given.language,
      created_at: BigInt(given.nowMs),
    })
    .onConflict((conflict) => conflict.column('address').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row ? Number(row.id) : null
}

export async function findInviteCode(reader: Reader, address: string): Promise<string | null> {
  const row = await reader
    .selectFrom('users')
    .select('invite_code')
    .where('address', '=', address)
    .executeTakeFirst()
  return row?.invite_code ?? null
}

export async function findInviter(reader: Reader, inviteCode: string): Promise<number | null> {
  const row = await reader
    .selectFrom('users')
    .select('id')
    .where('invite_code', '=', inviteCode)
    .executeTakeFirst()
  return row ? Number(row.id) : null
}

/** The newest users who registered with this user's invite code. */
export async function listInvited(
  reader: Reader,
  userId: number,
): Promise<{ address: string; joinedAtMs: number }[]> {
  const rows = await reader
    .selectFrom('users')
    .select(['address', 'created_at'])
    .where('invited_by', '=', BigInt(userId))
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({ address: row.address, joinedAtMs: Number(row.created_at) }))
}

export async function setLanguage(db: Db, userId: number, language: Language): Promise<void> {
  await db.updateTable('users').set({ language }).where('id', '=', BigInt(userId)).execute()
}

/** The addresses of these users; unknown ids are absent. */
export async function addressesOf(
  reader: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await reader
    .selectFrom('users')
    .select(['id', 'address'])
    .where('id', 'in', ids.map(BigInt))
    .execute()
  return new Map(rows.map((row) => [Number(row.id), row.address]))
}

/** The languages that users have chosen. */
export async function languagesOf(
  reader: Reader,
  userIds: readonly number[],
): Promise<Map<number, Language>> {
  if (userIds.length === 0) return new Map()
  const ids = userIds.map(BigInt)
  const rows = await reader.selectFrom('users').select(['id', 'language']).where('id', 'in', ids).execute()
  return new Map(
    rows.map((row) => [Number(row.id), isLanguage(row.language) ? row.language : DEFAULT_LANGUAGE]),
  )
}

/** Coins on a user's watchlist, in the order they were added. */
export async function listFavourites(reader: Reader, userId: number): Promise<number[]> {
  const rows = await reader
    .selectFrom('favourite')
    .select('pid')
    .where('user_id', '=', BigInt(userId))
    .orderBy('added_at')
    .orderBy('pid')
    .execute()
  return rows.map((row) => row.pid)
}

/** Locks the user's row, so that one request at a time changes the watchlist. */
export async function lockUser(tx: Tx, userId: number): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', BigInt(userId)).forNoKeyUpdate().execute()
}

export async function insertFavourite(tx: Tx, userId: number, pid: number, nowMs: number): Promise<void> {
  const row = { user_id: BigInt(userId), pid, added_at: BigInt(nowMs) }
  await tx
    .insertInto('favourite')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteFavourite(tx: Tx, userId: number, pid: number): Promise<void> {
  await tx.deleteFrom('favourite').where('user_id', '=', BigInt(userId)).where('pid', '=', pid).execute()
}
