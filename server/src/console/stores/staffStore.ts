import { type Permission, rolesFor } from '@tickmark/wire/permissions'
import { sql } from 'kysely'
import type { Reader } from '../../db/pool.ts'
import type {} from '../tables.ts'

/** Current operators with one of a permission's roles. */
function staff(may: Permission) {
  return sql`operator o where o.revoked_ms is null and o.roles && ${[...rolesFor(may)]}::text[]`
}

/**
 * Whether some operator has this permission now, active or not. The sandbox's own operator does not count: anybody who opens the
 * program's link signs in as this operator, and may not know of this work.
 */
export async function hasOperatorFor(reader: Reader, may: Permission): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from ${staff(may)} and not (o.by_link and o.invited_by is null)) as has`.execute(
    reader,
  )
  return rows[0]?.has ?? false
}

/** Long enough that an operator does not count as gone after a long weekend. */
const LATELY_MS = 4 * 86_400_000

/**
 * Whether some operator with this permission used the console, with a second factor, within four days. Operators who never signed
 * in, or left without being revoked, answer nobody.
 */
export async function wasOperatorActive(reader: Reader, may: Permission, nowMs: number): Promise<boolean> {
  const { rows } = await sql<{ was: boolean }>`
    select exists (select from ${staff(may)} and exists (select from operator_session s
      where s.operator = o.address and s.factor_ms is not null and s.seen_ms > ${BigInt(nowMs - LATELY_MS)})) as was`.execute(
    reader,
  )
  return rows[0]?.was ?? false
}
