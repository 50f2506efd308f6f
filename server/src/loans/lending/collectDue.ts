import { assert } from '@tickmark/core/assert'
import { lookAtLoan, RETRY_MS, type LoanLook } from '@tickmark/core/loans/collecting'
import type { Tx } from '../../db/pool.ts'
import { isConnectionLoss } from '../../db/failures.ts'
import { transact } from '../../db/transact.ts'
import type {} from '../../ledger/events.ts'
import { postTransfers } from '../../ledger/post.ts'
import { lockBook } from '../../ledger/store.ts'
import type { Runtime } from '../../module/runtime.ts'
import { messageOf } from '../../platform/log.ts'
import type {} from './events.ts'
import { factsOf, runningOf, type Loan } from './loan.ts'
import { repayment } from './postings.ts'
import { availableOf, loansToLookAt, lockDueLoans, putOff, saveLoans, type QueuePlace } from './store.ts'

export type CollectDeps = Pick<Runtime, 'database' | 'clock' | 'log' | 'events'>

/**
 * Loans in one transaction, which share one hold of the real book's lock. Others waiting for the lock get it before the next
 * chunk.
 */
const CHUNK = 50

/**
 * Looks at every loan that is due for it: collects instalments, charges late fees, and notifies borrowers. The time of a loan's
 * next look is in its row, so a restart loses nothing, and any number of processes may look at once. A loan that fails does not
 * hold up the others; it is tried again after an hour.
 */
export async function collectDue(deps: CollectDeps, isStopped: () => boolean = () => false): Promise<void> {
  const nowMs = deps.clock.nowMs()
  let place: QueuePlace | null = null
  while (!isStopped()) {
    const chunk: QueuePlace[] = await loansToLookAt(deps.database.db, nowMs, place, CHUNK)
    if (chunk.length === 0) return
    await lookAtAll(
      chunk.map((one) => one.id),
      deps,
    )
    place = chunk.at(-1) ?? null
  }
}

async function lookAtAll(ids: readonly string[], deps: CollectDeps): Promise<void> {
  const { db } = deps.database
  try {
    await transact(db, (tx) => lookAtSome(tx, ids, deps))
  } catch (thrown) {
    if (isConnectionLoss(thrown)) throw thrown
    if (ids.length > 1) {
      for (const id of ids) await lookAtAll([id], deps)
      return
    }
    const [id = ''] = ids
    deps.log.error('a loan could not be looked at', { loan: id, reason: messageOf(thrown) })
    await putOff(db, id, deps.clock.nowMs() + RETRY_MS)
  }
}

async function lookAtSome(tx: Tx, ids: readonly string[], { clock, events }: CollectDeps): Promise<void> {
  const loans = await lockDueLoans(tx, ids, clock.nowMs())
  if (loans.length === 0) return
  await lockBook(tx, 'real')
  const atMs = clock.nowMs() // read under the lock, so that it is no earlier than the money that it moves
  const availableTo = await availableOf(
    tx,
    loans.map((one) => one.userId),
  )
  const looks = loans.map((loan) => ({
    loan,
    look: lookAtLoan(runningOf(loan), availableTo(loan.userId), atMs, spreadOf(loan.id)),
  }))
  await postAll(tx, looks, atMs)
  const changes = looks.map(({ loan, look }) => ({
    before: loan,
    after: look.loan,
    againMs: look.againMs,
  }))
  await saveLoans(tx, changes, atMs)
  const noticed = looks.filter(({ look }) => look.notices.length > 0)
  if (noticed.length === 0) return
  const told = noticed.map(({ loan, look }) => ({ loan: factsOf(loan), notices: look.notices }))
  await events.emit(tx, 'loans_noticed', { loans: told, atMs })
  for (const { loan, look } of noticed) {
    if (look.payments.length > 0)
      await events.emit(tx, 'balance_changed', { userId: loan.userId, book: 'real' })
  }
}

/** A loan's id is random, so its first digits serve as a hash. */
function spreadOf(id: string): number {
  return Number.parseInt(id.slice(0, 8), 16) / 2 ** 32
}

async function postAll(
  tx: Tx,
  looks: readonly { loan: Loan; look: LoanLook }[],
  atMs: number,
): Promise<void> {
  const postings = looks.flatMap(({ loan, look }) => look.payments.map((one) => repayment(loan, one)))
  const posted = await postTransfers(tx, postings, atMs)
  assert(posted === postings.length, 'every instalment and fee is paid once')
}
