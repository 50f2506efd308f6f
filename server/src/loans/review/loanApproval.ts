import { formatAmount } from '@tickmark/core/money/money'
import { loanApproval } from '@tickmark/wire/routes/operators/loans'
import type * as z from 'zod/mini'
import type { Reader } from '../../db/pool.ts'
import { Refused } from '../../http/calls/refused.ts'
import type { ProposalKind } from '../../module/proposals.ts'
import type { LoanApplication } from '../application.ts'
import type { LoanDeps } from '../ports.ts'
import { findApplication } from '../store.ts'
import { hasLapsed, logDecision, mayApprove, payOut } from './decide.ts'

type Approval = z.output<typeof loanApproval>

/** Two reviewers, each having viewed the details and both photos, pay a loan out. */
export function loanApprovalKind(deps: LoanDeps): ProposalKind<Approval> {
  return {
    kind: 'loan.approve',
    may: 'reviewLoans',
    payload: loanApproval,
    async demands(tx, payload, operator) {
      const asked = { id: payload.applyId, by: operator, nowMs: deps.clock.nowMs() }
      sameTerms(await mayApprove(deps, tx, asked), payload)
    },
    async effect(tx, payload) {
      const { application, amount, instalments } = await applicationOf(deps, tx, payload)
      const pool = await deps.pool(tx)
      if (pool < amount) throw new Refused('loan_pool_short')
      // Nothing about the borrower: operators who may not see users read proposals too.
      return [
        { name: 'application', value: application },
        { name: 'amount', value: `${formatAmount(amount)} USDT` },
        { name: 'instalments', value: String(instalments) },
        { name: 'lendingPool', value: formatAmount(pool - amount), was: formatAmount(pool) },
      ]
    },
    async execute(tx, { applyId }, { askedBy, approvedBy, proposalId, atMs }) {
      const decided = { by: approvedBy, nowMs: atMs }
      const application = await mayApprove(deps, tx, { id: applyId, ...decided })
      await logDecision(tx, { application, ...decided }, 'approve', { askedBy, proposal: proposalId })
      await payOut(deps, tx, application, decided)
    },
  }
}

/** The application under review with exactly these terms. */
async function applicationOf(deps: LoanDeps, reader: Reader, payload: Approval): Promise<LoanApplication> {
  const found = await findApplication(reader, payload.applyId)
  if (!found) throw new Refused('loan_unknown')
  if (found.state !== 'under_review' || hasLapsed(found, deps.clock.nowMs()))
    throw new Refused('loan_decided')
  return sameTerms(found, payload)
}

function sameTerms(found: LoanApplication, { amount, instalments }: Approval): LoanApplication {
  if (formatAmount(found.amount) !== amount || found.instalments !== instalments)
    throw new Refused('proposal_stale')
  return found
}
