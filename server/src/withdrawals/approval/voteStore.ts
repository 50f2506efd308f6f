import type { SecurityHold } from '@tickmark/core/wallet/judgeWithdrawal'
import { REJECTION_REASONS } from '@tickmark/wire/routes/operators/withdrawals'
import { sql } from 'kysely'
import { lockName, lockUser } from '../../db/locks.ts'
import type { Reader, Tx } from '../../db/pool.ts'
import type { MarkRule } from '../../module/consolePart.ts'
import type {} from '../withdrawal/tables.ts'

/** Whether a vote or proposal counts: its operator holds office now and may decide. */
const DECIDES = sql<boolean>`decides_withdrawals(operator, at)`

export interface Vote {
  withdrawalId: string
  operator: string
  approves: boolean
  /** The reason of a rejection. */
  reason: string | null
  atMs: number
}

/**
 * Adds a vote; false when one of the operator's already counts. Votes from before a revocation and new invitation do not count.
 */
export async function insertVote(tx: Tx, { withdrawalId, atMs, ...vote }: Vote): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('withdrawal_vote')
    .values({ ...vote, withdrawal: withdrawalId, at: BigInt(atMs) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

interface OperatorVote {
  operator: string
  approves: boolean
  reason: (typeof REJECTION_REASONS)[number] | null
  at: number
}

export interface Count {
  approvals: number
  rejections: number
  /** The operators approving and rejecting. */
  operators: { approving: string[]; rejecting: string[] }
  /** The reason of the first rejection. */
  reason: string | null
}

/** Counts the votes of current operators who may decide; others' votes no longer count. */
export async function countVotes(reader: Reader, withdrawalId: string): Promise<Count> {
  const rows = await reader
    .selectFrom('withdrawal_vote')
    .select(['operator', 'approves', 'reason'])
    .where('withdrawal', '=', withdrawalId)
    .where(DECIDES)
    .orderBy('at')
    .execute()
  const rejections = rows.filter((row) => !row.approves)
  return {
    approvals: rows.length - rejections.length,
    rejections: rejections.length,
    operators: {
      approving: rows.filter((row) => row.approves).map((row) => row.operator),
      rejecting: rejections.map((row) => row.operator),
    },
    reason: rejections[0]?.reason ?? null,
  }
}

/** How long silence must last to approve a withdrawal now (ms). */
export async function silenceMs(reader: Reader, nowMs: number): Promise<number> {
  const { rows } = await sql<{ ms: string }>`select silence_ms(${BigInt(nowMs)}) as ms`.execute(reader)
  return Number(rows[0]?.ms)
}

/** Every vote on a withdrawal, in order. */
export async function votesOn(reader: Reader, withdrawalId: string): Promise<OperatorVote[]> {
  const rows = await reader
    .selectFrom('withdrawal_vote')
    .selectAll()
    .where('withdrawal', '=', withdrawalId)
    .orderBy('at')
    .orderBy('operator')
    .execute()
  return rows.map(({ operator, approves, reason, at }) => ({
    operator,
    approves,
    reason: REJECTION_REASONS.find((one) => one === reason) ?? null,
    at: Number(at),
  }))
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
  await lockName(tx, 'holdCase', caseId)
}

/** Locks a user's holds in the same way; the database takes the same lock. */
export async function lockSecurityHolds(tx: Tx, userId: number): Promise<void> {
  await lockUser(tx, 'holds', userId)
}

/**
 * Adds an operator's proposal of a hold. Returns whether it brought the hold into force; null when the operator had proposed it
 * before.
 */
export async function insertSecurityHoldVote(tx: Tx, vote: SecurityHoldVote): Promise<boolean | null> {
  const row = await tx
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
    .returning('takes_effect')
    .executeTakeFirst()
  return row?.takes_effect ?? null
}

/** All proposals of a case, in order, with the one that brought the hold into force. */
export async function securityHoldVotes(
  reader: Reader,
  caseId: string,
): Promise<(SecurityHoldVote & { counts: boolean; takesEffect: boolean })[]> {
  const rows = await reader
    .selectFrom('security_hold')
    .selectAll()
    .select(DECIDES.as('counts'))
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
    counts: row.counts,
    takesEffect: row.takes_effect,
  }))
}

/**
 * The user's hold in force. It stays to its end, even if the operators who proposed it are revoked. A hold dated in the future,
 * by a process whose clock ran ahead, is in force only from that time on: no hold lasts longer than from its own time to its end.
 */
export async function securityHoldInForce(
  reader: Reader,
  userId: number,
  nowMs: number,
): Promise<SecurityHold | null> {
  const row = await reader
    .selectFrom('security_hold')
    .select(['case_id', 'reason', 'until'])
    .where('user_id', '=', BigInt(userId))
    .where('at', '<=', BigInt(nowMs))
    .where('until', '>', BigInt(nowMs))
    .where('takes_effect', '=', true)
    .orderBy('until', 'desc')
    .executeTakeFirst()
  return row ? { caseId: row.case_id, reason: row.reason, untilMs: Number(row.until) } : null
}

/** The user's hold with the latest end among all that came into force; null when none did. */
export async function lastSecurityHold(
  reader: Reader,
  userId: number,
  { exceptCase = '' } = {},
): Promise<SecurityHold | null> {
  const row = await reader
    .selectFrom('security_hold')
    .select(['case_id', 'reason', 'until'])
    .where('user_id', '=', BigInt(userId))
    .where('case_id', '<>', exceptCase)
    .where('takes_effect', '=', true)
    .orderBy('until', 'desc')
    .executeTakeFirst()
  return row ? { caseId: row.case_id, reason: row.reason, untilMs: Number(row.until) } : null
}

/** Users whose withdrawals are on hold. */
export const HELD_MARK: MarkRule = {
  mark: 'held',
  holds: (userId, nowMs) => sql<boolean>`exists (select from security_hold h where h.user_id = ${userId}
    and h.at <= ${BigInt(nowMs)} and h.until > ${BigInt(nowMs)} and h.takes_effect)`,
}
