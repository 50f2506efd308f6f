import type { withdrawalRoutes } from '@tickmark/wire/routes/withdrawals'
import { keyOf, userOf, type Answers } from '../http/calls/context.ts'
import { Refused } from '../http/calls/refused.ts'
import { cancelWithdrawal } from './cancel.ts'
import type { WithdrawalDeps } from './withdrawal/ports.ts'
import { refuseWhenHeld } from './approval/securityHolds.ts'
import { offerWithdrawal } from './request/withdrawalOffer.ts'
import { withdrawalRecords } from './listRecords.ts'
import { requestWithdrawal } from './request/request.ts'

/** The user's door to withdrawals. */
export function withdrawalAnswers(deps: WithdrawalDeps): Answers<typeof withdrawalRoutes> {
  const { chains, database } = deps
  const { db } = database
  return {
    async checkApply(_, ask) {
      await refuseWhenHeld(db, userOf(ask).id, ask.nowMs)
      return { allowed: true }
    },
    withdrawalIntent: (input, ask) => offerWithdrawal(input, ask, deps),
    cash_out: (input, ask) => requestWithdrawal(input, ask, deps),
    async cancelWithdrawal({ id }, ask) {
      const asked = { userId: userOf(ask).id, id, key: keyOf(ask), nowMs: ask.nowMs }
      const done = await cancelWithdrawal(deps, asked)
      if (!done.ok) throw new Refused(done.refusal.code)
      return { cancelled: true }
    },
    async get_my_cash_out_record({ pageNum, pageSize, currencyId }, ask) {
      if (ask.book === 'simulated') return { list: [], total: 0 }
      const query = { userId: userOf(ask).id, currencyId, pageSize, page: Math.max(0, pageNum - 1) }
      return withdrawalRecords({ db, chains }, query, ask.nowMs)
    },
  }
}
