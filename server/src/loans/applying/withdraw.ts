import type { Amount } from '@tickmark/core/money/money'
import { transact } from '../../db/transact.ts'
import { Refused } from '../../http/calls/refused.ts'
import { endApplication } from '../endApplication.ts'
import type { LoanDeps } from '../ports.ts'
import { lockApplication } from '../store.ts'

/** Withdraws one's own application; returns its amount. Refuses `loan_unknown`, also for somebody else's, and `loan_decided`. */
export async function withdraw(
  deps: LoanDeps,
  { userId, id, nowMs }: { userId: number; id: string; nowMs: number },
): Promise<Amount> {
  return transact(deps.db, async (tx) => {
    const application = await lockApplication(tx, id)
    if (application?.userId !== userId) throw new Refused('loan_unknown')
    if (application.state !== 'under_review') throw new Refused('loan_decided')
    await endApplication(tx, deps, application, { ending: 'withdrawn', decision: null, atMs: nowMs })
    return application.amount
  })
}
