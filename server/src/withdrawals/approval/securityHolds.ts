import { accept, refuse, type Decision } from '@tickmark/core/decision'
import { HOLD_MOST_MS } from '@tickmark/core/wallet/dueTimes'
import { rolesFor } from '@tickmark/wire/permissions'
import type { HOLD_REASONS } from '@tickmark/wire/routes/operators/withdrawals'
import { recordAction } from '../../operators/actionLogStore.ts'
import { holdOperatorWith, isSameHand } from '../../operators/presentStore.ts'
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

/**
 * For this long after a hold that was in force, the user cannot be held again, so that holds cannot follow each other.
 */
const FREE_AFTER_HOLD_MS = 30 * 86_400_000

interface SecurityHoldProposal {
  caseId: string
  userId: number
  operator: string
  reason: (typeof HOLD_REASONS)[number]
  untilMs: number
}

export type SecurityHoldRefusal = {
  code:
    | 'hold_too_long'
    | 'held_lately'
    | 'voted_before'
    | 'not_the_same_hold'
    | 'may_not_decide'
    | 'same_hand'
}

/**
 * Operator action: proposes to hold all withdrawals of a user. The hold takes effect once a second operator proposes the same
 * user, reason and end for the same case, and lasts until that end. Returns whether it is in force. Refuses `held_lately` for 30
 * days after another hold on the user.
 */
export function proposeSecurityHold(
  { db, clock, events }: { db: Db; clock: Clock; events: PayingDeps['events'] },
  proposal: SecurityHoldProposal,
): Promise<Decision<{ isInForce: boolean }, SecurityHoldRefusal>> {
  const atMs = clock.nowMs()
  const { caseId, userId, operator, reason, untilMs } = proposal
  return transact(db, async (tx): Promise<Decision<{ isInForce: boolean }, SecurityHoldRefusal>> => {
    if (untilMs <= atMs || untilMs > atMs + HOLD_MOST_MS) return refuse({ code: 'hold_too_long' })
    const may = rolesFor('decideWithdrawals')
    await lockCase(tx, caseId)
    if (!(await holdOperatorWith(tx, operator, may, atMs))) return refuse({ code: 'may_not_decide' })
    const before = await securityHoldVotes(tx, caseId)
    // Exactly the same end: a hold of a second would make the user immune for 30 days.
    if (before.some((one) => one.userId !== userId || one.reason !== reason || one.untilMs !== untilMs)) {
      return refuse({ code: 'not_the_same_hold' })
    }
    await lockSecurityHolds(tx, userId)
    const last = await lastSecurityHold(tx, userId, { exceptCase: caseId })
    if (last && last.untilMs > atMs - FREE_AFTER_HOLD_MS) return refuse({ code: 'held_lately' })
    const counted = before.filter((one) => one.counts).map((one) => one.operator)
    if (await isSameHand(tx, operator, counted, may)) return refuse({ code: 'same_hand' })
    const takesEffect = await insertSecurityHoldVote(tx, { ...proposal, atMs })
    if (takesEffect === null) return refuse({ code: 'voted_before' })
    await recordAction(tx, {
      operator,
      action: 'withdrawal.hold',
      subject: `case ${caseId}`,
      // The user sees the action only once the hold is in force: a mere suspicion gives no warning.
      ...(takesEffect && { userId }),
      details: { user: userId, reason, until: untilMs },
      atMs,
    })
    if (takesEffect) await events.emit(tx, 'hold_begun', { userId, caseId, untilMs, atMs })
    return accept({ isInForce: takesEffect || before.some((one) => one.takesEffect) })
  })
}
