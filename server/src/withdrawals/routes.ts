import type { withdrawalRoutes } from '@tickmark/wire/routes/withdrawals'
import { keyOf, userOf, type Answers } from '../http/calls/context.ts'
import { Refused } from '../http/calls/refused.ts'
import { cancelWithdrawal } from './cancelWithdrawal.ts'
import type { WithdrawalDeps } from './withdrawal/ports.ts'
import { segmentOfEnd } from './promise/segmentOfEnd.ts'
import { securityHoldInForce } from './approval/voteStore.ts'
import { refusedWithdrawal } from './request/refusedWithdrawal.ts'
import { offerWithdrawal } from './request/withdrawalOffer.ts'
import { withdrawalRecords } from './withdrawalRecords.ts'
import { requestWithdrawal } from './request/requestWithdrawal.ts'

/** The user's API for withdrawals. */
export function withdrawalAnswers(deps: WithdrawalDeps): Answers<typeof withdrawalRoutes> {
  const { chains, database } = deps
  const { db } = database
  return {
    async checkApply(_, context) {
      const hold = await securityHoldInForce(db, userOf(context).id, context.nowMs)
      if (hold) throw refusedWithdrawal({ code: 'security_hold', hold }, null)
      return { allowed: true }
    },
    withdrawalIntent: (input, context) => offerWithdrawal(input, context, deps),
    cash_out: (input, context) => requestWithdrawal(input, context, deps),
    async cancelWithdrawal({ id }, context) {
      const asked = { userId: userOf(context).id, id, key: keyOf(context), nowMs: context.nowMs }
      const done = await cancelWithdrawal(deps, asked)
      if (!done.ok) throw new Refused(done.refusal.code)
      return { cancelled: true }
    },
    async get_my_cash_out_record({ pageNum, pageSize, currencyId }, context) {
      if (context.book === 'simulated') return { list: [], total: 0 }
      const query = { userId: userOf(context).id, currencyId, pageSize, page: Math.max(0, pageNum - 1) }
      return withdrawalRecords({ db, chains }, query, context.nowMs)
    },
    async getLoggedEnd({ number, size }) {
      const most = Math.min(size, deps.market.head()?.size ?? 0)
      const segment = most === 0 ? null : await segmentOfEnd(db, number, most)
      if (!segment) return { segment: null }
      const { from, bodies, left, right } = segment
      return { segment: { from, bodies: [...bodies], left: [...left], right: [...right] } }
    },
  }
}
