import { DAY_MS } from '@tickmark/core/days'
import { sql } from 'kysely'
import { lockName } from '../db/locks.ts'
import type { Reader, Tx } from '../db/pool.ts'
import type {} from './tables.ts'

/** A viewed part of an application. */
export type Seen = 'details' | 'front' | 'back' | 'signature'

/** A view of an application's details or picture by somebody other than its owner. */
export interface View {
  application: string
  what: Seen
  /** An operator's address, or `SIMULATED`. */
  viewer: string
  reason: string
  atMs: number
}

export async function insertView(tx: Tx, { atMs, ...view }: View): Promise<void> {
  await tx
    .insertInto('loan_view')
    .values({ ...view, at_ms: BigInt(atMs) })
    .execute()
}

/** Counts a read by the owner. */
export async function countOwnView(tx: Tx, userId: number, atMs: number): Promise<void> {
  await tx
    .insertInto('loan_own_view')
    .values({ user_id: BigInt(userId), day: Math.floor(atMs / DAY_MS), times: 1 })
    .onConflict((clash) =>
      clash.columns(['user_id', 'day']).doUpdateSet({ times: sql<number>`loan_own_view.times + 1` }),
    )
    .execute()
}

/** Serializes one operator's views until the commit, so that the hourly limit holds. */
export async function lockViewer(tx: Tx, viewer: string): Promise<void> {
  await lockName(tx, 'loanViews', viewer)
}

/** The times of an operator's views since a time, oldest first. */
export async function viewTimes(reader: Reader, viewer: string, sinceMs: number): Promise<number[]> {
  const rows = await reader
    .selectFrom('loan_view')
    .select('at_ms')
    .where('viewer', '=', viewer)
    .where('at_ms', '>', BigInt(sinceMs))
    .orderBy('at_ms')
    .execute()
  return rows.map((row) => Number(row.at_ms))
}

/** Views of one application, in order. */
export async function listViews(reader: Reader, application: string): Promise<View[]> {
  const rows = await reader
    .selectFrom('loan_view')
    .selectAll()
    .where('application', '=', application)
    .orderBy('id')
    .execute()
  return rows.map(({ what, viewer, reason, at_ms }) => {
    return { application, what, viewer, reason, atMs: Number(at_ms) }
  })
}

/** The parts of an application that a viewer has seen. */
export async function seenBy(reader: Reader, application: string, viewer: string): Promise<Set<string>> {
  const rows = await reader
    .selectFrom('loan_view')
    .select('what')
    .distinct()
    .where('application', '=', application)
    .where('viewer', '=', viewer)
    .execute()
  return new Set(rows.map(({ what }) => what))
}

/** The number of views of each application. */
export async function countViews(
  reader: Reader,
  applications: readonly string[],
): Promise<Map<string, number>> {
  if (applications.length === 0) return new Map()
  const rows = await reader
    .selectFrom('loan_view')
    .select((of) => ['application', of.fn.countAll<bigint>().as('times')])
    .where('application', 'in', applications)
    .groupBy('application')
    .execute()
  return new Map(rows.map(({ application, times }) => [application, Number(times)]))
}
