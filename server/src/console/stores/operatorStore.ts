import { sql } from 'kysely'
import { type Role, ROLES } from '@tickmark/wire/roles'
import { lockAll } from '../../db/locks.ts'
import type { Reader, Tx } from '../../db/pool.ts'
import { SUSPENDED_MS } from '../../operators/presentStore.ts'
import type {} from '../tables.ts'

/** An operator as stored; revoked ones stay. */
export interface StoredOperator {
  address: string
  name: string
  roles: readonly Role[]
  /** Null for operators of the configuration, and for the sandbox's own. */
  invitedBy: string | null
  invitedAtMs: number
  /** Whether a one-time link is the whole sign-in, as in the sandbox. */
  byLink: boolean
  revokedBy: string | null
  revokedAtMs: number | null
  /** When another admin last suspended this one, who may not sign in for `SUSPENDED_MS`. */
  suspendedAtMs: number | null
}

export function isSuspended(
  { suspendedAtMs }: Pick<StoredOperator, 'suspendedAtMs'>,
  nowMs: number,
): boolean {
  return suspendedAtMs !== null && nowMs < suspendedAtMs + SUSPENDED_MS
}

export interface NewOperator {
  address: string
  name: string
  roles: readonly Role[]
  invitedBy: string | null
  /** The admin who approved the invitation; null or absent without one. */
  invitedWith?: string | null
  byLink: boolean
  atMs: number
}

/** Adds an operator; false when the address is or was one. */
export async function insertOperator(reader: Reader, given: NewOperator): Promise<boolean> {
  const { address, name, roles, invitedBy, invitedWith = null, byLink, atMs } = given
  const { numInsertedOrUpdatedRows } = await reader
    .insertInto('operator')
    .values({
      address,
      name,
      roles: [...roles],
      invited_by: invitedBy,
      invited_with: invitedWith,
      invited_ms: BigInt(atMs),
      by_link: byLink,
      revoked_by: null,
      revoked_ms: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Reinstates a revoked operator; false for anybody else. */
export async function restoreOperator(tx: Tx, given: NewOperator): Promise<boolean> {
  const { address, name, roles, invitedBy, invitedWith = null, atMs } = given
  const { numUpdatedRows } = await tx
    .updateTable('operator')
    .set({
      name,
      roles: [...roles],
      invited_by: invitedBy,
      invited_with: invitedWith,
      invited_ms: BigInt(atMs),
      revoked_by: null,
      revoked_ms: null,
      suspended_by: null,
      suspended_ms: null,
    })
    .where('address', '=', address)
    .where('revoked_ms', 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Marks a current operator as invited by nobody, like those of the configuration. */
export async function forgetInviter(reader: Reader, address: string): Promise<void> {
  await reader
    .updateTable('operator')
    .set({ invited_by: null, invited_with: null })
    .where('address', '=', address)
    .where('revoked_ms', 'is', null)
    .where('invited_by', 'is not', null)
    .execute()
}

/** An operator, revoked ones included; null for an unknown address. */
export async function findOperator(reader: Reader, address: string): Promise<StoredOperator | null> {
  const row = await reader
    .selectFrom('operator')
    .selectAll()
    .where('address', '=', address)
    .executeTakeFirst()
  return row ? operatorOfRow(row) : null
}

/**
 * Current operators among these addresses, locked: until the end of the transaction nobody revokes them or changes their roles.
 */
export async function holdOperators(
  tx: Tx,
  addresses: readonly string[],
): Promise<Map<string, StoredOperator>> {
  const rows = await tx
    .selectFrom('operator')
    .selectAll()
    .where('address', 'in', [...addresses])
    .where('revoked_ms', 'is', null)
    .orderBy('address')
    .forShare()
    .execute()
  return new Map(rows.map((row) => [row.address, operatorOfRow(row)]))
}

/** Serializes changes to the set of operators until the end of the transaction. */
export async function lockOperators(tx: Tx): Promise<void> {
  await lockAll(tx, 'operators')
}

/**
 * Makes changes to the set of operators wait, and this operator's own actions too, which lock the operator's row. Take this lock
 * before writing into the log of actions about a change to the operator.
 */
export async function lockOperator(tx: Tx, address: string): Promise<void> {
  await lockOperators(tx)
  await tx
    .selectFrom('operator')
    .select('address')
    .where('address', '=', address)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function setRoles(tx: Tx, address: string, roles: readonly Role[]): Promise<void> {
  await tx
    .updateTable('operator')
    .set({ roles: [...roles] })
    .where('address', '=', address)
    .execute()
}

/** Ends an admin's sessions and links, and bars sign-in for `SUSPENDED_MS`; returns the number of sessions. */
export async function suspendOperator(tx: Tx, address: string, by: string, atMs: number): Promise<number> {
  const at = BigInt(atMs)
  await tx
    .updateTable('operator')
    .set({ suspended_by: by, suspended_ms: at })
    .where('address', '=', address)
    .execute()
  await tx.deleteFrom('operator_link').where('operator', '=', address).execute()
  const ended = await tx
    .updateTable('operator_session')
    .set({ ended_ms: at })
    .where('operator', '=', address)
    .where('ended_ms', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(ended.numUpdatedRows)
}

/**
 * Ends an operator's rights, sessions and links, and removes the operator's factors; returns the number of sessions that ended.
 */
export async function revokeOperator(tx: Tx, address: string, by: string, atMs: number): Promise<number> {
  const at = BigInt(atMs)
  await tx
    .updateTable('operator')
    .set({ revoked_by: by, revoked_ms: at })
    .where('address', '=', address)
    .execute()
  const ended = await tx
    .updateTable('operator_session')
    .set({ ended_ms: at })
    .where('operator', '=', address)
    .where('ended_ms', 'is', null)
    .executeTakeFirstOrThrow()
  await tx.deleteFrom('operator_passkey').where('operator', '=', address).execute()
  await tx.deleteFrom('operator_code').where('operator', '=', address).execute()
  await tx.deleteFrom('operator_link').where('operator', '=', address).execute()
  return Number(ended.numUpdatedRows)
}

/** The number of current admins, and of all addresses that ever were admins. */
export async function countAdmins(reader: Reader): Promise<{ active: number; ever: number }> {
  const { rows } = await sql<{ active: string; ever: string }>`
    select count(*) filter (where revoked_ms is null and 'admin' = any (roles)) as active, count(*) as ever
    from operator where was_admin`.execute(reader)
  return { active: Number(rows[0]?.active ?? 0), ever: Number(rows[0]?.ever ?? 0) }
}

/** An operator in the full list, with the sign-in method. */
export interface ListedOperator extends StoredOperator {
  passkeys: number
  hasCode: boolean
  seenAtMs: number | null
  linkUntilMs: number | null
}

/** All operators ever, current ones first, then by name. */
export async function listOperators(
  reader: Reader,
  nowMs: number,
  wholeLifeMs: number,
): Promise<ListedOperator[]> {
  const rows = await reader
    .selectFrom('operator as one')
    .selectAll('one')
    .select((eb) => [
      eb
        .selectFrom('operator_passkey as key')
        .select(({ fn }) => fn.countAll<string>().as('n'))
        .whereRef('key.operator', '=', 'one.address')
        .as('passkeys'),
      eb
        .selectFrom('operator_code as code')
        .select('code.since_ms')
        .whereRef('code.operator', '=', 'one.address')
        .as('codeSince'),
      eb
        .selectFrom('operator_session as session')
        .select(({ fn }) => fn.max('session.seen_ms').as('seen'))
        .whereRef('session.operator', '=', 'one.address')
        .where('session.ended_ms', 'is', null)
        .where('session.created_ms', '>', BigInt(nowMs - wholeLifeMs))
        .as('seen'),
      eb
        .selectFrom('operator_link as link')
        .select(({ fn }) => fn.max('link.expires_ms').as('until'))
        .whereRef('link.operator', '=', 'one.address')
        .where('link.used_ms', 'is', null)
        .where('link.expires_ms', '>', BigInt(nowMs))
        .as('linkUntil'),
    ])
    .orderBy((eb) => eb('one.revoked_ms', 'is not', null))
    .orderBy('one.name')
    .orderBy('one.address')
    .execute()
  return rows.map((row) => ({
    ...operatorOfRow(row),
    passkeys: Number(row.passkeys ?? 0),
    hasCode: row.codeSince !== null,
    seenAtMs: row.seen === null ? null : Number(row.seen),
    linkUntilMs: row.linkUntil === null ? null : Number(row.linkUntil),
  }))
}

/** Names of all operators ever, by address. */
export async function operatorNames(reader: Reader): Promise<Map<string, string>> {
  const rows = await reader.selectFrom('operator').select(['address', 'name']).execute()
  return new Map(rows.map(({ address, name }) => [address, name]))
}

/** The sandbox's own operator, made by the house itself; null before the first start. */
export async function findOwnOperator(reader: Reader): Promise<StoredOperator | null> {
  const row = await reader
    .selectFrom('operator')
    .selectAll()
    .where('by_link', '=', true)
    .where('invited_by', 'is', null)
    .orderBy('invited_ms')
    .executeTakeFirst()
  return row ? operatorOfRow(row) : null
}

interface OperatorRow {
  address: string
  name: string
  roles: string[]
  invited_by: string | null
  invited_ms: bigint
  by_link: boolean
  revoked_by: string | null
  revoked_ms: bigint | null
  suspended_ms: bigint | null
}

function operatorOfRow(row: OperatorRow): StoredOperator {
  const { address, name, invited_by: invitedBy, by_link: byLink, revoked_by: revokedBy } = row
  return {
    address,
    name,
    roles: rolesOf(row.roles),
    invitedBy,
    invitedAtMs: Number(row.invited_ms),
    byLink,
    revokedBy,
    revokedAtMs: row.revoked_ms === null ? null : Number(row.revoked_ms),
    suspendedAtMs: row.suspended_ms === null ? null : Number(row.suspended_ms),
  }
}

/** Stored roles in the order of the table of roles. */
export function rolesOf(stored: readonly string[]): Role[] {
  return ROLES.filter((role) => stored.includes(role))
}
