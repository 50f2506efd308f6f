import { sql } from 'kysely'
import type { Reader, Tx, Db } from '../../db/pool.ts'
import { SUSPENDED_MS } from '../../operators/presentStore.ts'
import { rolesOf } from './operatorStore.ts'
import type { Role } from '@tickmark/wire/roles'
import type { WalletType } from '@tickmark/chainkit/addresses'
import type {} from '../tables.ts'

export interface StoredChallenge {
  nonce: string
  address: string
  walletType: WalletType
  browser: Buffer
  message: string
  expiresAtMs: number
}

/** Stores a text to sign, and deletes expired ones. */
export async function insertChallenge(db: Db, given: StoredChallenge, nowMs: number): Promise<void> {
  const { nonce, address, walletType, browser, message, expiresAtMs } = given
  await db.deleteFrom('operator_challenge').where('expires_ms', '<', BigInt(nowMs)).execute()
  const row = {
    nonce,
    address,
    wallet_type: walletType,
    browser,
    message,
    expires_ms: BigInt(expiresAtMs),
  }
  await db.insertInto('operator_challenge').values(row).execute()
}

/** Deletes and returns a text. Of concurrent requests, only one gets it. */
export async function takeChallenge(db: Db, nonce: string): Promise<StoredChallenge | null> {
  const row = await db
    .deleteFrom('operator_challenge')
    .where('nonce', '=', nonce)
    .returningAll()
    .executeTakeFirst()
  if (!row) return null
  const { address, browser, message } = row
  const walletType = row.wallet_type === 2 ? 2 : 1
  return { nonce, address, walletType, browser, message, expiresAtMs: Number(row.expires_ms) }
}

export interface NewOperatorSession {
  id: string
  token: Buffer
  operator: string
  /** Null while the second factor is owed. */
  factorAtMs: number | null
  nowMs: number
}

/** Opens a session; deletes those that ended before `forgetMs`. */
export async function insertSession(tx: Tx, given: NewOperatorSession, forgetMs: number): Promise<void> {
  const { id, token, operator, factorAtMs, nowMs } = given
  await tx.deleteFrom('operator_session').where('created_ms', '<', BigInt(forgetMs)).execute()
  await tx
    .insertInto('operator_session')
    .values({
      id,
      token,
      operator,
      created_ms: BigInt(nowMs),
      seen_ms: BigInt(nowMs),
      factor_ms: factorAtMs === null ? null : BigInt(factorAtMs),
      challenge: null,
      challenge_ms: null,
      ended_ms: null,
    })
    .execute()
}

/** A running session of an operator who is not revoked. */
export interface FoundSession {
  id: string
  address: string
  name: string
  roles: Role[]
  byLink: boolean
  hasPasskey: boolean
  hasCode: boolean
  createdAtMs: number
  seenAtMs: number
  factorAtMs: number | null
}

export async function findSession(reader: Reader, token: Buffer): Promise<FoundSession | null> {
  const row = await reader
    .selectFrom('operator_session as session')
    .innerJoin('operator as one', 'one.address', 'session.operator')
    .select(['session.id', 'session.created_ms', 'session.seen_ms', 'session.factor_ms'])
    .select(['one.address', 'one.name', 'one.roles', 'one.by_link'])
    .select(({ exists, selectFrom }) => [
      exists(
        selectFrom('operator_passkey as key').select('key.id').whereRef('key.operator', '=', 'one.address'),
      ).as('hasPasskey'),
      exists(
        selectFrom('operator_code as code')
          .select('code.operator')
          .whereRef('code.operator', '=', 'one.address')
          .where('code.secret', 'is not', null),
      ).as('hasCode'),
    ])
    .where('session.token', '=', token)
    .where('session.ended_ms', 'is', null)
    .where('one.revoked_ms', 'is', null)
    // Excludes a session opened during the operator's suspension.
    .where(
      sql<boolean>`(one.suspended_ms is null or session.created_ms >= one.suspended_ms + ${BigInt(SUSPENDED_MS)})`,
    )
    .executeTakeFirst()
  if (!row) return null
  const { id, address, name } = row
  return {
    id,
    address,
    name,
    roles: rolesOf(row.roles),
    byLink: row.by_link,
    hasPasskey: Boolean(row.hasPasskey),
    hasCode: Boolean(row.hasCode),
    createdAtMs: Number(row.created_ms),
    seenAtMs: Number(row.seen_ms),
    factorAtMs: row.factor_ms === null ? null : Number(row.factor_ms),
  }
}

export async function touchSession(db: Db, id: string, nowMs: number): Promise<void> {
  await db
    .updateTable('operator_session')
    .set({ seen_ms: BigInt(nowMs) })
    .where('id', '=', id)
    .execute()
}

/** Ends a session, or with a null id all sessions of the operator; returns how many ended. */
export async function endSessions(
  reader: Reader,
  operator: string,
  id: string | null,
  nowMs: number,
): Promise<number> {
  let ending = reader
    .updateTable('operator_session')
    .set({ ended_ms: BigInt(nowMs) })
    .where('operator', '=', operator)
    .where('ended_ms', 'is', null)
  if (id !== null) ending = ending.where('id', '=', id)
  return Number((await ending.executeTakeFirstOrThrow()).numUpdatedRows)
}

/** Marks the second factor as proven; false when the session ended meanwhile. */
export async function completeSession(tx: Tx, id: string, nowMs: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('operator_session')
    .set({ factor_ms: BigInt(nowMs), seen_ms: BigInt(nowMs) })
    .where('id', '=', id)
    .where('ended_ms', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Stores the challenge for this session's passkey, replacing an earlier one. */
export async function putWebauthnChallenge(
  db: Db,
  id: string,
  challenge: string,
  untilMs: number,
): Promise<void> {
  await db
    .updateTable('operator_session')
    .set({ challenge, challenge_ms: BigInt(untilMs) })
    .where('id', '=', id)
    .execute()
}

/** Uses up the session's passkey challenge; null when there was none, or it is too old. */
export async function takeWebauthnChallenge(db: Db, id: string, nowMs: number): Promise<string | null> {
  const row = await db
    .updateTable('operator_session as session')
    .from('operator_session as before')
    .set({ challenge: null, challenge_ms: null })
    .where('session.id', '=', id)
    .whereRef('before.id', '=', 'session.id')
    .where('session.challenge', 'is not', null)
    .returning(['before.challenge', 'before.challenge_ms'])
    .executeTakeFirst()
  return row && Number(row.challenge_ms) > nowMs ? row.challenge : null
}

/** Stores a new one-time link of an operator; earlier unused ones become invalid. */
export async function putLink(tx: Tx, hash: Buffer, operator: string, expiresAtMs: number): Promise<void> {
  await tx.deleteFrom('operator_link').where('operator', '=', operator).where('used_ms', 'is', null).execute()
  const row = { hash, operator, expires_ms: BigInt(expiresAtMs), used_ms: null }
  await tx.insertInto('operator_link').values(row).execute()
}

/** Uses up a link and returns its operator; null when it is unknown, expired or used. Of concurrent uses one succeeds. */
export async function takeLink(tx: Tx, hash: Buffer, nowMs: number): Promise<string | null> {
  const row = await tx
    .updateTable('operator_link')
    .set({ used_ms: BigInt(nowMs) })
    .where('hash', '=', hash)
    .where('used_ms', 'is', null)
    .where('expires_ms', '>', BigInt(nowMs))
    .returning('operator')
    .executeTakeFirst()
  return row?.operator ?? null
}
