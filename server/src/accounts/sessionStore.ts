import { CompiledQuery, sql } from 'kysely'
import type { SignedDelegation } from '@tickmark/core/consent/delegation'
import type { Session, User } from '../http/calls/context.ts'
import { int8s, uuids } from '../db/arrays.ts'
import { lockName } from '../db/locks.ts'
import { type Db, HOT, type Reader, type Tx } from '../db/pool.ts'
import type { WalletType } from '@tickmark/chainkit/addresses'
import type {} from './tables.ts'

export interface StoredChallenge {
  nonce: string
  address: string
  walletType: WalletType
  browser: Buffer
  message: string
  expiresAtMs: number
}

export async function insertChallenge(db: Db, given: StoredChallenge): Promise<void> {
  const { nonce, address, walletType, browser, message, expiresAtMs } = given
  const row = { nonce, address, wallet_type: walletType, browser, message, expires_at: BigInt(expiresAtMs) }
  await db.insertInto('challenge').values(row).execute()
}

/** Deletes and returns a challenge. Of concurrent requests, only one gets it. */
export async function takeChallenge(db: Db, nonce: string): Promise<StoredChallenge | null> {
  const row = await db.deleteFrom('challenge').where('nonce', '=', nonce).returningAll().executeTakeFirst()
  if (!row) return null
  const { address, browser, message } = row
  return {
    nonce,
    address,
    walletType: walletTypeOf(row.wallet_type),
    browser,
    message,
    expiresAtMs: Number(row.expires_at),
  }
}

export async function deleteExpiredChallenges(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('challenge').where('expires_at', '<', BigInt(nowMs)).execute()
}

/** Stores a delegation under its key's hash; false when the key has one already. */
export async function insertDelegation(tx: Tx, session: string, given: SignedDelegation): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('delegation')
    .values({ ...given, session: Buffer.from(session, 'hex') })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Stores a wallet's sign-in without a key, unless it has an earlier one. */
export async function insertKeylessSignIn(tx: Tx, given: SignedDelegation): Promise<void> {
  await tx
    .insertInto('keyless_sign_in')
    .values(given)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The delegation to a key, by the key's hash. */
export async function findDelegation(reader: Reader, session: string): Promise<SignedDelegation | null> {
  const row = await reader
    .selectFrom('delegation')
    .select(['text', 'signature', 'address', 'kind'])
    .where('session', '=', Buffer.from(session, 'hex'))
    .executeTakeFirst()
  return row ?? null
}

export interface NewSession {
  id: string
  token: Buffer
  address: string
  walletType: WalletType
  practice: boolean
  transport: Session['transport']
  device: string
  /** Hash of the key that signs the session's orders, in hex. */
  key: string | null
  nowMs: number
}

/**
 * Opens a session. Sign-ins of one address run one at a time, so that the limit on sessions holds. Returns the sessions
 * it ended.
 */
export async function insertSession(tx: Tx, given: NewSession, most: number): Promise<string[]> {
  await lockName(tx, 'sessions', given.address)
  const at = BigInt(given.nowMs)
  const { id, token, address, practice, transport, device } = given
  const row = { id, token, address, practice, transport, device, wallet_type: given.walletType }
  await tx
    .insertInto('session')
    .values({
      ...row,
      key: given.key === null ? null : Buffer.from(given.key, 'hex'),
      created_at: at,
      seen_at: at,
    })
    .execute()
  const { rows } = await sql<{ id: string }>`
    delete from session where id in
      (select id from session where address = ${address} order by created_at desc, id <> ${id} offset ${most})
    returning id`.execute(tx)
  return rows.map((one) => one.id)
}

export interface StoredSession {
  id: string
  address: string
  walletType: WalletType
  practice: boolean
  transport: Session['transport']
  device: string
  /** Hash of the session's key, in hex. */
  key: string | null
  user: User | null
  createdAtMs: number
  seenAtMs: number
}

/** The sessions of these hashed tokens, by hash in base64url. */
export async function findSessions(
  reader: Reader,
  tokens: readonly Buffer[],
): Promise<Map<string, StoredSession>> {
  const isOne = tokens.length === 1
  const query = isOne ? CompiledQuery.raw(FIND_ONE, [tokens[0]]) : CompiledQuery.raw(FIND_SOME, [tokens])
  const { rows } = await reader.executeQuery<SessionRow & { token: Buffer }>(query)
  return new Map(rows.map((row) => [row.token.toString('base64url'), sessionOfRow(row)]))
}

/** `withUser` as a fixed text: building it takes longer than the query, and nearly every call runs it. */
const FIND = `${HOT} select s.token, s.id, s.address, s.wallet_type, s.practice, s.transport, s.device, s.key,
  s.created_at, s.seen_at, u.id as user_id, u.practice as user_practice
  from session s left join users u on u.address = s.address where s.token`
/** A query of its own: PostgreSQL plans a search for a list each time, which takes longer than the search itself. */
const FIND_ONE = `${FIND} = $1`
const FIND_SOME = `${FIND} = any ($1::bytea[])`

export async function listSessions(reader: Reader, address: string): Promise<StoredSession[]> {
  const rows = await withUser(reader)
    .where('session.address', '=', address)
    .orderBy('session.seen_at', 'desc')
    .execute()
  return rows.map(sessionOfRow)
}

/**
 * Writes the last uses of sessions. Skips those that another process is writing, so that no two processes wait for each other.
 */
export async function touchSessions(
  db: Db,
  uses: readonly { session: Pick<Session, 'id'>; usedMs: number }[],
): Promise<void> {
  const [one] = uses
  if (one && uses.length === 1) {
    await db.executeQuery(CompiledQuery.raw(TOUCH_ONE, [one.session.id, one.usedMs]))
    return
  }
  const ids = uuids(uses.map(({ session }) => session.id))
  const times = int8s(uses.map(({ usedMs }) => usedMs))
  await db.executeQuery(CompiledQuery.raw(TOUCH_SOME, [ids, times]))
}

const TOUCH_ONE = `${HOT} update session set seen_at = $2 where id = $1`
const TOUCH_SOME = `${HOT} with free as materialized (select id from session where id = any ($1::uuid[]) for update skip locked)
  update session s set seen_at = used.at
    from free join unnest($1::uuid[], $2::bigint[]) as used (id, at) using (id) where s.id = free.id`

/** Ends a session of the address; false when it has no session with that id. */
export async function deleteSession(tx: Tx, address: string, id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('session')
    .where('address', '=', address)
    .where(sql`id::text`, '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the address's sessions that are too old or were idle too long. */
export async function deleteStaleSessions(
  tx: Tx,
  address: string,
  createdBeforeMs: number,
  seenBeforeMs: number,
): Promise<void> {
  await tx
    .deleteFrom('session')
    .where('address', '=', address)
    .where((is) =>
      is.or([is('created_at', '<=', BigInt(createdBeforeMs)), is('seen_at', '<=', BigInt(seenBeforeMs))]),
    )
    .execute()
}

/**
 * Deletes up to `most` sessions, of any address, that began or were last used by these times; returns their number. Skips those that
 * another process writes or deletes.
 */
export async function deleteEndedSessions(
  db: Db,
  createdByMs: number,
  seenByMs: number,
  most: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from session where id in (
      select id from session where created_at <= ${createdByMs}::bigint or seen_at <= ${seenByMs}::bigint
      limit ${most} for update skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

function withUser(reader: Reader) {
  return reader
    .selectFrom('session')
    .leftJoin('users', 'users.address', 'session.address')
    .select(['session.id', 'session.address', 'session.wallet_type', 'session.practice'])
    .select(['session.transport', 'session.device', 'session.key'])
    .select(['session.created_at', 'session.seen_at'])
    .select(['users.id as user_id', 'users.practice as user_practice'])
}

type SessionRow = NonNullable<Awaited<ReturnType<ReturnType<typeof withUser>['executeTakeFirst']>>>

function sessionOfRow(row: SessionRow): StoredSession {
  const practice = row.user_practice ?? row.practice
  return {
    id: row.id,
    address: row.address,
    walletType: walletTypeOf(row.wallet_type),
    practice,
    transport: row.transport,
    device: row.device,
    key: row.key && row.key.toString('hex'),
    user: row.user_id === null ? null : { id: Number(row.user_id), address: row.address, practice },
    createdAtMs: Number(row.created_at),
    seenAtMs: Number(row.seen_at),
  }
}

function walletTypeOf(number: number): WalletType {
  return number === 2 ? 2 : 1
}
