import { accept, refuse, type Decision } from '@tickmark/core/decision'
import { OPERATORS_NEEDED } from '@tickmark/core/wallet/withdrawals'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../db/pool.ts'
import type { PayingDeps } from '../withdrawal/ports.ts'
import type {} from '../events.ts'
import { transact } from '../../db/transact.ts'
import {
  securityHoldVotes,
  insertSecurityHoldVote,
  lastSecurityHold,
  lockCase,
  lockSecurityHolds,
} from './voteStore.ts'

/** The only reasons for which operators may hold a user's withdrawals. */
export const SECURITY_HOLD_REASONS = ['account_takeover', 'legal_order', 'owner_asked'] as const
/** Maximum length of a hold. It cannot be extended, and ends by itself. */
const LONGEST_HOLD_MS = 72 * 3_600_000
/**
 * For this long after a hold that was in force, the user cannot be held again, so that holds cannot follow each other.
 */
const FREE_AFTER_HOLD_MS = 30 * 86_400_000

interface SecurityHoldProposal {
  caseId: string
  userId: number
  operator: string
  reason: (typeof SECURITY_HOLD_REASONS)[number]
  untilMs: number
}

export type SecurityHoldRefusal = {
  code: 'hold_too_long' | 'held_lately' | 'voted_before' | 'not_the_same_hold'
}

/**
 * Operator action: proposes to hold all withdrawals of a user. The hold is in force once a second operator proposes the
 * same for the same case. Returns whether it is. Refuses `held_lately` for 30 days after another hold on the user.
 */
export function proposeSecurityHold(
  { db, clock, events }: { db: Db; clock: Clock; events: PayingDeps['events'] },
  proposal: SecurityHoldProposal,
): Promise<Decision<{ isInForce: boolean }, SecurityHoldRefusal>> {
  const atMs = clock.nowMs()
  const { caseId, userId, reason, untilMs } = proposal
  return transact(db, async (tx): Promise<Decision<{ isInForce: boolean }, SecurityHoldRefusal>> => {
    if (untilMs <= atMs || untilMs > atMs + LONGEST_HOLD_MS) return refuse({ code: 'hold_too_long' })
    await lockCase(tx, caseId)
    const before = await securityHoldVotes(tx, caseId)
    if (before.some((vote) => vote.userId !== userId || vote.reason !== reason)) {
      return refuse({ code: 'not_the_same_hold' })
    }
    // The earliest end counts: further operators cannot extend a case.
    const ends = Math.min(untilMs, ...before.map((vote) => vote.untilMs))
    if (ends <= atMs) return refuse({ code: 'hold_too_long' })
    await lockSecurityHolds(tx, userId)
    const last = await lastSecurityHold(tx, userId, { exceptCase: caseId })
    if (last && last.untilMs > atMs - FREE_AFTER_HOLD_MS) return refuse({ code: 'held_lately' })
    if (!(await insertSecurityHoldVote(tx, { ...proposal, untilMs: ends, atMs }))) {
      return refuse({ code: 'voted_before' })
    }
    const isInForce = before.length + 1 >= OPERATORS_NEEDED
    if (isInForce) {
      await events.emit(tx, 'hold_begun', { userId, caseId, untilMs: ends, atMs })
    }
    return accept({ isInForce })
  })
}
