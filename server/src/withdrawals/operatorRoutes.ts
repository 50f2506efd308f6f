import type { operatorWithdrawalRoutes } from '@tickmark/wire/routes/operators/withdrawals'
import { rolesFor } from '@tickmark/wire/permissions'
import type { RefusalCode } from '@tickmark/wire/refusalCodes'
import type { Reader } from '../db/pool.ts'
import { operatorOf, type Answers } from '../http/calls/context.ts'
import { Refused } from '../http/calls/refused.ts'
import { namesOf } from '../operators/presentStore.ts'
import { castVote, type Ballot, type VoteRefusal } from './approval/refreshApprovals.ts'
import { proposeSecurityHold, type SecurityHoldRefusal } from './approval/securityHolds.ts'
import { silenceMs } from './approval/voteStore.ts'
import { askedWithdrawal, askedWithdrawals, waitingForOperators } from './console/consoleStore.ts'
import { proposedHolds } from './console/holdStore.ts'
import { detailOf, holdOf, itemOf } from './console/views.ts'
import type { WithdrawalDeps } from './withdrawal/ports.ts'

export interface WithdrawalConsoleDeps extends WithdrawalDeps {
  /** The addresses of users; unknown ids are absent. */
  addressesOf(reader: Reader, userIds: readonly number[]): Promise<ReadonlyMap<number, string>>
}

/** Holds stay listed for this long after their end: while their user cannot be held again. */
const SHOWN_MS = 30 * 86_400_000

/**
 * Operators view withdrawals, vote on those that need approval, and propose holds. None of these changes what an owner signed.
 */
export function withdrawalOperatorAnswers(
  deps: WithdrawalConsoleDeps,
): Answers<typeof operatorWithdrawalRoutes> {
  const { chains, database, clock, events } = deps
  const { db } = database
  return {
    async consoleWithdrawals({ view, before, limit, state, currencyId, begins, userId }, context) {
      const rows = await askedWithdrawals(db, {
        view,
        stuck: { chains, nowMs: context.nowMs },
        operator: operatorOf(context).address,
        after: before === undefined ? null : placeIn(before),
        most: limit + 1,
        state,
        currencyId,
        userId,
        begins: begins?.toLowerCase(),
      })
      const list = rows.slice(0, limit)
      const { waiting } = await waitingForOperators(db)
      const next = rows.length > limit ? String(list.at(-1)?.place) : null
      const facts = { chains, silenceMs: await silenceMs(db, context.nowMs) }
      return { list: list.map((one) => itemOf(one, facts)), next, waiting }
    },
    async consoleWithdrawal({ id }, context) {
      const asked = await askedWithdrawal(db, id, operatorOf(context).address)
      if (!asked) throw new Refused('withdrawal_unknown')
      const { userId } = asked.withdrawal
      const holds = await holdsOf({ endAfterMs: context.nowMs, nowMs: context.nowMs, userId })
      const silence = await silenceMs(db, context.nowMs)
      const hold = holds.find((one) => one.isInForce) ?? null
      return detailOf(db, asked, hold, { chains, silenceMs: silence })
    },
    async consoleVote({ id, approves, reason }, context) {
      const done = await castVote(deps, {
        withdrawalId: id,
        operator: operatorOf(context).address,
        decision: decisionOf(approves, reason),
      })
      if (done.ok) return { state: done.value }
      throw refusedBy(VOTE_REFUSALS[done.refusal.code])
    },
    async consoleHolds({ userId }, { nowMs }) {
      return { list: await holdsOf({ endAfterMs: nowMs - SHOWN_MS, nowMs, userId }) }
    },
    async consoleProposeHold({ userId, caseId, reason, until }, context) {
      if (!(await deps.addressesOf(db, [userId])).has(userId)) throw new Refused('user_unknown')
      const operator = operatorOf(context).address
      const done = await proposeSecurityHold(
        { db, clock, events },
        { caseId, userId, operator, reason, untilMs: until },
      )
      if (done.ok) return done.value
      throw refusedBy(HOLD_REFUSALS[done.refusal.code])
    },
  }

  async function holdsOf(asked: Parameters<typeof proposedHolds>[1]) {
    const holds = await proposedHolds(db, asked)
    const owners = await deps.addressesOf(db, [...new Set(holds.map((one) => one.userId))])
    const operators = holds.flatMap((one) => one.operators.map(({ operator }) => operator))
    const names = await namesOf(db, operators)
    return holds.map((one) => holdOf(one, { owners, names }))
  }
}

const VOTE_REFUSALS = {
  withdrawal_unknown: 'withdrawal_unknown',
  not_asked: 'vote_unasked',
  voted_before: 'vote_cast',
  may_not_decide: 'role_missing',
  own: 'vote_own',
  same_hand: 'same_hand',
} as const satisfies Record<VoteRefusal['code'], RefusalCode>

const HOLD_REFUSALS = {
  hold_too_long: 'hold_too_long',
  held_lately: 'hold_lately',
  voted_before: 'hold_proposed',
  not_the_same_hold: 'hold_other_case',
  may_not_decide: 'role_missing',
  same_hand: 'same_hand',
} as const satisfies Record<SecurityHoldRefusal['code'], RefusalCode>

type RefusedVote =
  | (typeof VOTE_REFUSALS)[keyof typeof VOTE_REFUSALS]
  | (typeof HOLD_REFUSALS)[keyof typeof HOLD_REFUSALS]

function refusedBy(code: RefusedVote): Refused {
  return code === 'role_missing'
    ? new Refused(code, { roles: rolesFor('decideWithdrawals').join(', ') })
    : new Refused(code)
}

/** A rejection gives a reason from a short list; an approval needs none. */
function decisionOf(
  approves: boolean,
  reason: Extract<Ballot['decision'], { approves: false }>['reason'] | undefined,
): Ballot['decision'] {
  if (approves !== (reason === undefined)) throw new Refused('vote_reason')
  return reason === undefined ? { approves: true } : { approves: false, reason }
}

function placeIn(cursor: string): bigint {
  if (!/^\d{1,18}$/.test(cursor)) throw new Refused('bad_request')
  return BigInt(cursor)
}
