import type { SecurityHold } from '@tickmark/core/wallet/judgeWithdrawal'
import { OPERATORS_NEEDED } from '@tickmark/core/wallet/withdrawals'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/pool.ts'
import type {} from '../withdrawal/tables.ts'

export interface Vote {
  withdrawalId: string
  operator: string
  approves: boolean
  /** The reason of a rejection. */
  reason: string | null
  atMs: number
}

/** Adds a vote; false when the operator has already voted. */
export async function insertVote(tx: Tx, { withdrawalId, atMs, ...vote }: Vote): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('withdrawal_vote')
    .values({ ...vote, withdrawal: withdrawalId, at: BigInt(atMs) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export interface Count {
  approvals: number
  rejections: number
  /** The reason of the first rejection. */
  reason: string | null
}

export async function countVotes(reader: Reader, withdrawalId: string): Promise<Count> {
  const rows = await reader
    .selectFrom('withdrawal_vote')
    .select(['approves', 'reason'])
    .where('withdrawal', '=', withdrawalId)
    .orderBy('at')
    .execute()
  const rejections = rows.filter((row) => !row.approves)
  return {
    approvals: rows.length - rejections.length,
    rejections: rejections.length,
    reason: rejections[0]?.reason ?? null,
  }
}

/** One operator's proposal of a hold. */
export interface SecurityHoldVote {
  caseId: string
  userId: number
  operator: string
  reason: string
  untilMs: number
  atMs: number
}

/** Locks a case until the end of the transaction, so that its proposals run one after the other. */
export async function lockCase(tx: Tx, caseId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(7310521, hashtext(${caseId}))`.execute(tx)
}

/** Locks a user's holds in the same way; the database takes the same lock. */
export async function lockSecurityHolds(tx: Tx, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(7310522, hashint8(${userId}::bigint))`.execute(tx)
}

/** Adds an operator's proposal of a hold; false when the operator proposed it before. */
export async function insertSecurityHoldVote(tx: Tx, vote: SecurityHoldVote): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('security_hold')
    .values({
      case_id: vote.caseId,
      user_id: BigInt(vote.userId),
      operator: vote.operator,
      reason: vote.reason,
      until: BigInt(vote.untilMs),
      at: BigInt(vote.atMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** All proposals of a case, in order. */
export async function securityHoldVotes(reader: Reader, caseId: string): Promise<SecurityHoldVote[]> {
  const rows = await reader
    .selectFrom('security_hold')
    .selectAll()
    .where('case_id', '=', caseId)
    .orderBy('at')
    .execute()
  return rows.map((row) => ({
    caseId: row.case_id,
    userId: Number(row.user_id),
    operator: row.operator,
    reason: row.reason,
    untilMs: Number(row.until),
    atMs: Number(row.at),
  }))
}

/** The user's hold in force: two operators proposed it, and the earliest of their ends is in the future. */
export async function securityHoldInForce(
  reader: Reader,
  userId: number,
  nowMs: number,
): Promise<SecurityHold | null> {
  const last = await lastSecurityHold(reader, userId)
  return last !== null && last.untilMs > nowMs ? last : null
}

/** The user's hold with the latest end among those that came into force; null when none ever did. */
export async function lastSecurityHold(
  reader: Reader,
  userId: number,
  { exceptCase = '' } = {},
): Promise<SecurityHold | null> {
  const row = await reader
    .selectFrom('security_hold')
    .select((of) => ['case_id', of.fn.min('reason').as('reason'), of.fn.min('until').as('until')])
    .where('user_id', '=', BigInt(userId))
    .where('case_id', '<>', exceptCase)
    .groupBy('case_id')
    .having((of) => of.fn.countAll(), '>=', BigInt(OPERATORS_NEEDED))
    .orderBy('until', 'desc')
    .executeTakeFirst()
  return row ? { caseId: row.case_id, reason: row.reason, untilMs: Number(row.until) } : null
}
