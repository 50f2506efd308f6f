import type { LimitKind } from '@tickmark/core/limits/limitKinds'
import type { Limit } from '@tickmark/core/limits/limits'
import type { Pauses } from '@tickmark/core/limits/pauses'
import { sql } from 'kysely'
import type { Reader, Tx } from '../db/pool.ts'
import type { MarkRule } from '../module/consolePart.ts'
import type {} from './tables.ts'

/**
 * Marks the user as limited, so that orders are checked from here on, and locks the books until the commit. Call it
 * before reading anything of the user's.
 */
export async function limitUser(tx: Tx, userId: number, nowMs: number): Promise<void> {
  await sql`select limit_user(${userId}::bigint, ${nowMs}::bigint)`.execute(tx)
}

/** Whether a break, an exclusion or a pending change lies ahead: the clock must not skip it. */
export async function hasDeadline(reader: Reader, nowMs: number): Promise<boolean> {
  const now = BigInt(nowMs)
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from user_limit where pending_from_ms > ${now})
        or exists (select from user_break where greatest(until_ms, excluded_until_ms) > ${now}) as waits`.execute(
    reader,
  )
  return rows[0]?.waits ?? false
}

export interface StoredLimit extends Limit {
  changedAtMs: number
}

/** Limits that the user has ever set, as last written: a pending change may be in force by now. */
export async function storedLimits(reader: Reader, userId: number): Promise<Map<LimitKind, StoredLimit>> {
  const rows = await reader
    .selectFrom('user_limit')
    .selectAll()
    .where('user_id', '=', BigInt(userId))
    .execute()
  const whole = (value: bigint | null) => (value === null ? null : Number(value))
  return new Map(
    rows.map((row) => [
      row.kind,
      {
        value: whole(row.value),
        pending:
          row.pending_from_ms === null
            ? null
            : { value: whole(row.pending_value), fromMs: Number(row.pending_from_ms) },
        changedAtMs: Number(row.changed_at_ms),
      },
    ]),
  )
}

/** Updates a limit whose row exists. */
export async function updateLimit(
  tx: Tx,
  userId: number,
  kind: LimitKind,
  limit: StoredLimit,
): Promise<void> {
  await tx
    .updateTable('user_limit')
    .set(limitColumns(limit))
    .where('user_id', '=', BigInt(userId))
    .where('kind', '=', kind)
    .execute()
}

/** Inserts a limit that the user sets for the first time. */
export async function insertLimit(
  tx: Tx,
  userId: number,
  kind: LimitKind,
  limit: StoredLimit,
): Promise<void> {
  await tx
    .insertInto('user_limit')
    .values({ user_id: BigInt(userId), kind, ...limitColumns(limit) })
    .execute()
}

function limitColumns({ value, pending, changedAtMs }: StoredLimit) {
  const whole = (one: number | null | undefined) => (one === null || one === undefined ? null : BigInt(one))
  return {
    value: whole(value),
    pending_value: whole(pending?.value),
    pending_from_ms: whole(pending?.fromMs),
    changed_at_ms: BigInt(changedAtMs),
  }
}

/** A user's pauses, and when he last changed one; all 0 when there never was one. */
export interface StoredPauses extends Pauses {
  changedAtMs: number
}

export async function pausesOf(reader: Reader, userId: number): Promise<StoredPauses> {
  const row = await reader
    .selectFrom('user_break')
    .selectAll()
    .where('user_id', '=', BigInt(userId))
    .executeTakeFirst()
  return {
    breakUntilMs: Number(row?.until_ms ?? 0n),
    excludedUntilMs: Number(row?.excluded_until_ms ?? 0n),
    changedAtMs: Number(row?.changed_at_ms ?? 0n),
  }
}

export async function writePauses(tx: Tx, userId: number, pauses: StoredPauses): Promise<void> {
  const columns = {
    until_ms: BigInt(pauses.breakUntilMs),
    excluded_until_ms: BigInt(pauses.excludedUntilMs),
    changed_at_ms: BigInt(pauses.changedAtMs),
  }
  await tx
    .insertInto('user_break')
    .values({ user_id: BigInt(userId), ...columns })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
    .execute()
}

/** Users with limits of their own, and users in a break or self-exclusion. */
export const LIMIT_MARKS: readonly MarkRule[] = [
  {
    mark: 'limited',
    holds: (userId) => sql<boolean>`exists (select from limited_user l where l.user_id = ${userId})`,
  },
  {
    mark: 'paused',
    holds: (userId, nowMs) => sql<boolean>`exists (select from user_break b where b.user_id = ${userId}
      and greatest(b.until_ms, b.excluded_until_ms) > ${BigInt(nowMs)})`,
  },
]
