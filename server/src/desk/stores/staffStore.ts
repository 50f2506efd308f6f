import { type Permission, rolesFor } from '@tickmark/wire/permissions'
import { sql } from 'kysely'
import type { Reader } from '../../db/pool.ts'
import type {} from '../tables.ts'

/** Operators of today who have one of a permission's roles. */
function staff(may: Permission) {
  return sql`operator o where o.revoked_ms is null and o.roles && ${[...rolesFor(may)]}::text[]`
}

/**
 * Whether some operator may do this today, whether at the desk or not. The sandbox's own operator does not count: he is
 * whoever opened the program's link, and need not know of such work.
 */
export async function hasOperatorFor(reader: Reader, may: Permission): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from ${staff(may)} and not (o.by_link and o.invited_by is null)) as has`.execute(
    reader,
  )
  return rows[0]?.has ?? false
}

/** Over a long weekend an operator is not gone. */
const LATELY_MS = 4 * 86_400_000

/**
 * Whether some operator may do this today and was at the desk, with his second factor, within four days. Whoever is only named, or
 * has left without being revoked, answers nobody.
 */
export async function wasLatelyAtDesk(reader: Reader, may: Permission, nowMs: number): Promise<boolean> {
  const { rows } = await sql<{ was: boolean }>`
    select exists (select from ${staff(may)} and exists (select from operator_session s
      where s.operator = o.address and s.factor_ms is not null and s.seen_ms > ${BigInt(nowMs - LATELY_MS)})) as was`.execute(
    reader,
  )
  return rows[0]?.was ?? false
}
