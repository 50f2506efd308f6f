import { sql } from 'kysely'
import type { Db, Reader, Tx } from '../../db/pool.ts'
import type {} from '../withdrawal/tables.ts'

export interface Authenticator {
  /** Encrypted with AES-256-GCM. */
  secret: Buffer
  isConfirmed: boolean
  lastStep: number
  /** When a reset turns it off; null without a reset. */
  offAtMs: number | null
}

/** Null when the user has none, or a reset has turned it off. */
export async function authenticatorOf(
  reader: Reader,
  userId: number,
  nowMs: number,
): Promise<Authenticator | null> {
  const row = await reader
    .selectFrom('authenticator')
    .selectAll()
    .where('user_id', '=', BigInt(userId))
    .executeTakeFirst()
  if (!row) return null
  const offAtMs = row.off_at === null ? null : Number(row.off_at)
  if (offAtMs !== null && nowMs >= offAtMs) return null
  const isConfirmed = row.confirmed_at !== null
  return { secret: row.secret, isConfirmed, lastStep: Number(row.last_step), offAtMs }
}

/** Stores a secret that is not in force yet; false when another one is in force. */
export async function putSecret(tx: Tx, userId: number, secret: Buffer): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('authenticator')
    .values({ user_id: BigInt(userId), secret, confirmed_at: null })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ secret }).where('authenticator.confirmed_at', 'is', null),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Puts the secret of a shown code into force; false when another was started or confirmed in between. */
export async function confirmSecret(
  tx: Tx,
  userId: number,
  secret: Buffer,
  step: number,
  atMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('authenticator')
    .set({ confirmed_at: BigInt(atMs), last_step: BigInt(step) })
    .where('user_id', '=', BigInt(userId))
    .where('secret', '=', secret)
    .where('confirmed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Uses up a time step; false when this step or a later one was used. */
export async function spendStep(tx: Tx, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('authenticator')
    .set({ last_step: BigInt(step) })
    .where('user_id', '=', BigInt(userId))
    .where('confirmed_at', 'is not', null)
    .where('last_step', '<', BigInt(step))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Deletes the authenticator and its recovery codes. */
export async function deleteAuthenticator(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('authenticator').where('user_id', '=', BigInt(userId)).execute()
}

/** Deletes an authenticator that a reset has turned off by now, and its recovery codes. */
export async function deleteIfOff(tx: Tx, userId: number, nowMs: number): Promise<void> {
  await tx
    .deleteFrom('authenticator')
    .where('user_id', '=', BigInt(userId))
    .where('off_at', '<=', BigInt(nowMs))
    .execute()
}

/** Sets the end of the authenticator; false when it has one already or is not in force. */
export async function beginReset(tx: Tx, userId: number, offAtMs: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('authenticator')
    .set({ off_at: BigInt(offAtMs) })
    .where('user_id', '=', BigInt(userId))
    .where('confirmed_at', 'is not', null)
    .where('off_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function stopReset(tx: Tx, userId: number): Promise<void> {
  await tx.updateTable('authenticator').set({ off_at: null }).where('user_id', '=', BigInt(userId)).execute()
}

export async function insertRecoveryCodes(tx: Tx, userId: number, hashes: readonly Buffer[]): Promise<void> {
  const rows = hashes.map((hash) => ({ user_id: BigInt(userId), hash }))
  await tx.insertInto('recovery_code').values(rows).execute()
}

export async function isRecoveryCode(reader: Reader, userId: number, hash: Buffer): Promise<boolean> {
  const row = await unusedCodes(reader, userId).select('hash').where('hash', '=', hash).executeTakeFirst()
  return row !== undefined
}

export async function recoveryCodesLeft(reader: Reader, userId: number): Promise<number> {
  const rows = await unusedCodes(reader, userId).select('hash').execute()
  return rows.length
}

/** Uses up a recovery code; false when no such unused code exists. */
export async function spendRecoveryCode(
  tx: Tx,
  userId: number,
  hash: Buffer,
  atMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_code')
    .set({ used_at: BigInt(atMs) })
    .where('user_id', '=', BigInt(userId))
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

function unusedCodes(reader: Reader, userId: number) {
  return reader.selectFrom('recovery_code').where('user_id', '=', BigInt(userId)).where('used_at', 'is', null)
}

export interface Tries {
  count: number
  sinceMs: number
}

/** Counts an attempt with a code, whatever its result; a new count begins after `windowMs`. */
export async function countTry(db: Db, userId: number, nowMs: number, windowMs: number): Promise<Tries> {
  const begins = BigInt(nowMs - windowMs)
  const row = await db
    .insertInto('code_try')
    .values({ user_id: BigInt(userId), since: BigInt(nowMs), tries: 1 })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        tries: sql<number>`case when code_try.since <= ${begins} then 1 else code_try.tries + 1 end`,
        since: sql<bigint>`case when code_try.since <= ${begins} then excluded.since else code_try.since end`,
      }),
    )
    .returning(['tries', 'since'])
    .executeTakeFirstOrThrow()
  return { count: row.tries, sinceMs: Number(row.since) }
}
