import { LOAN } from '@tickmark/core/loans/terms'
import { formatAmount } from '@tickmark/core/money/money'
import { randomUUID } from 'node:crypto'
import type { Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { Refused } from '../../http/calls/refused.ts'
import { recordAction } from '../../operators/actionLogStore.ts'
import { type LoanApplication, SIMULATED, type Why } from '../application.ts'
import { draftAgain } from '../applying/draftStore.ts'
import { refusedBlock, whatPauses } from '../applying/whatBlocks.ts'
import { endApplication } from '../endApplication.ts'
import type { LoanDeps } from '../ports.ts'
import { activate, lockApplication } from '../store.ts'
import { type Seen, seenBy } from '../viewStore.ts'

/** An approval requires having viewed all of these. */
const MUST_SEE: readonly Seen[] = ['details', 'front', 'back']

/** A reviewer's decision; `by` is an operator's address, or `SIMULATED`. */
interface Decided {
  id: string
  by: string
  nowMs: number
}

/** The simulated reviewer approves an application, as two operators do with a proposal. Refuses as `mayApprove` and `payOut`. */
export async function approveSimulated(deps: LoanDeps, id: string, nowMs: number): Promise<void> {
  await transact(deps.db, async (tx) => {
    const application = await mayApprove(deps, tx, { id, by: SIMULATED, nowMs })
    await payOut(deps, tx, application, { by: SIMULATED, nowMs })
  })
}

/**
 * Locks the application until the end of the transaction and returns it, if this operator may approve it now. Refuses
 * `loan_unknown`, `loan_decided` (also when expired), `loan_own`, `loan_not_viewed` (the approver must have viewed the details
 * and both photos), `on_break` and `excluded` (begun by the borrower since).
 */
export async function mayApprove(
  deps: LoanDeps,
  tx: Tx,
  { id, by, nowMs }: Decided,
): Promise<LoanApplication> {
  const application = await lockUndecided(tx, id, nowMs)
  if (by === application.borrower) throw new Refused('loan_own')
  const seen = await seenBy(tx, id, by)
  if (!MUST_SEE.every((what) => seen.has(what))) throw new Refused('loan_not_viewed')
  const paused = await whatPauses(deps, tx, { userId: application.userId, nowMs })
  if (paused) throw refusedBlock(paused)
  return application
}

/** Approves an application that the caller has locked: its money moves, and its schedule begins. Refuses `loan_pool_short`. */
export async function payOut(
  deps: LoanDeps,
  tx: Tx,
  application: LoanApplication,
  { by, nowMs }: Omit<Decided, 'id'>,
): Promise<void> {
  await activate(tx, application.application, by, nowMs)
  // Last, because it locks the real book.
  if (!(await deps.lend(tx, application))) throw new Refused('loan_pool_short')
}

/** Rejects an application. Refuses `loan_unknown` and `loan_decided`. */
export async function reject(deps: LoanDeps, { id, by, why, nowMs }: Decided & { why: Why }): Promise<void> {
  await transact(deps.db, async (tx) => {
    const application = await lockUndecided(tx, id, nowMs)
    await logDecision(tx, { application, by, nowMs }, 'reject')
    await endApplication(tx, deps, application, { ending: 'rejected', decision: { by, why }, atMs: nowMs })
  })
}

/**
 * Ends an application and turns it back into a draft that its owner can change and send again. Refuses `loan_unknown` and
 * `loan_decided`.
 */
export async function askAgain(
  deps: LoanDeps,
  { id, by, why, nowMs }: Decided & { why: Why },
): Promise<void> {
  await transact(deps.db, async (tx) => {
    const application = await lockUndecided(tx, id, nowMs)
    await logDecision(tx, { application, by, nowMs }, 'askAgain')
    await endApplication(tx, deps, application, { ending: 'resubmit', decision: { by, why }, atMs: nowMs })
    await draftAgain(tx, { id: randomUUID(), application: id, untilMs: nowMs + LOAN.decisionLifeMs })
  })
}

async function lockUndecided(tx: Tx, id: string, nowMs: number): Promise<LoanApplication> {
  const application = await lockApplication(tx, id)
  if (!application) throw new Refused('loan_unknown')
  if (application.state !== 'under_review' || hasLapsed(application, nowMs)) throw new Refused('loan_decided')
  return application
}

/** Whether its time to decide is over: a schedule must not begin before its money arrives. */
export function hasLapsed({ writtenAtMs }: Pick<LoanApplication, 'writtenAtMs'>, nowMs: number): boolean {
  return nowMs >= writtenAtMs + LOAN.decisionLifeMs
}

/** The simulated reviewer is no operator: its decision is stored in the application alone. */
export async function logDecision(
  tx: Tx,
  { application, by, nowMs }: { application: LoanApplication; by: string; nowMs: number },
  verb: string,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  if (by === SIMULATED) return
  const { application: id, userId, amount, borrower } = application
  await recordAction(tx, {
    operator: by,
    action: `loans.${verb}`,
    subject: `loan ${id}`,
    userId,
    details: { amount: formatAmount(amount), borrower, ...more },
    atMs: nowMs,
  })
}
