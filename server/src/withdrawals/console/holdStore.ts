import { sql } from 'kysely'
import type { Reader } from '../../db/pool.ts'
import type { Queue } from '../../module/consolePart.ts'
import type {} from '../withdrawal/tables.ts'

/** A hold on a user's withdrawals with all who proposed it. */
export interface ProposedHold {
  caseId: string
  userId: number
  reason: string
  untilMs: number
  /** Whether two operators brought it into force and it has not ended. */
  isInForce: boolean
  operators: { operator: string; atMs: number }[]
}

/** Holds that end after a time, latest first; of one user, or of all. */
export async function proposedHolds(
  reader: Reader,
  { endAfterMs, nowMs, userId }: { endAfterMs: number; nowMs: number; userId?: number | undefined },
): Promise<ProposedHold[]> {
  const all = reader.selectFrom('security_hold').selectAll().where('until', '>', BigInt(endAfterMs))
  const asked = userId === undefined ? all : all.where('user_id', '=', BigInt(userId))
  const holds = new Map<string, ProposedHold>()
  for (const row of await asked.orderBy('at').execute()) {
    const untilMs = Number(row.until)
    const by = { operator: row.operator, atMs: Number(row.at) }
    const known = holds.get(row.case_id)
    const operators = [...(known?.operators ?? []), by]
    holds.set(row.case_id, {
      caseId: row.case_id,
      userId: Number(row.user_id),
      reason: row.reason,
      untilMs,
      isInForce: (known?.isInForce ?? false) || (row.takes_effect && by.atMs <= nowMs && untilMs > nowMs),
      operators,
    })
  }
  return [...holds.values()].toSorted((one, other) => other.untilMs - one.untilMs)
}

/** Holds that have not ended, in force or proposed by one operator, and since when the oldest was proposed (ms). */
export async function openHolds(reader: Reader, nowMs: number): Promise<Omit<Queue, 'name'>> {
  const { rows } = await sql<{ count: bigint; oldest: bigint | null }>`
    select count(*) as count, min(began) as oldest from (
      select min(at) as began from security_hold group by case_id having min(until) > ${BigInt(nowMs)}) as h`.execute(
    reader,
  )
  const { count, oldest } = rows[0] ?? { count: 0n, oldest: null }
  return { waiting: Number(count), oldestAtMs: oldest === null ? null : Number(oldest) }
}
