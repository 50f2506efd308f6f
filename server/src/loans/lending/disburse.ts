import { assert } from '@tickmark/core/assert'
import { accept, refuse, type Decision } from '@tickmark/core/decision'
import { scheduleOf } from '@tickmark/core/loans/schedule'
import { LOAN } from '@tickmark/core/loans/terms'
import type { Amount } from '@tickmark/core/money/money'
import type { Reader, Tx } from '../../db/pool.ts'
import type {} from '../../ledger/events.ts'
import { postTransfers } from '../../ledger/post.ts'
import { houseBalance, lockBook } from '../../ledger/store.ts'
import type { Runtime } from '../../module/runtime.ts'
import type { LoanFacts } from './events.ts'
import { disbursement } from './postings.ts'
import { insertLoan } from './store.ts'

interface PoolShort {
  code: 'pool_short'
  available: Amount
}

/**
 * Pays out an approved application: money from the lending pool, schedule and message. The caller has locked the application;
 * this takes the real book's lock, so call it last. A second disbursement of the same loan violates a key.
 */
export async function disburse(
  tx: Tx,
  { clock, events }: Pick<Runtime, 'clock' | 'events'>,
  application: LoanFacts & { writtenAtMs: number },
): Promise<Decision<null, PoolShort>> {
  const { id, userId, amount, instalments, writtenAtMs } = application
  await lockBook(tx, 'real')
  const available = await poolBalance(tx)
  if (available < amount) return refuse({ code: 'pool_short', available })
  const atMs = clock.nowMs() // read under the lock, so that it is no earlier than the money that it moves
  const schedule = scheduleOf(amount, instalments, writtenAtMs)
  const [first] = schedule
  assert(first, 'a schedule has a first instalment')
  await insertLoan(tx, id, schedule, atMs)
  const posted = await postTransfers(tx, [disbursement({ id, userId, amount })], atMs)
  assert(posted === 1, 'a loan is disbursed once')
  await events.emit(tx, 'loan_disbursed', { loan: { id, userId, amount, instalments }, first, atMs })
  await events.emit(tx, 'balance_changed', { userId, book: 'real' })
  return accept(null)
}

/** The money that the house can lend now. */
export function poolBalance(reader: Reader): Promise<Amount> {
  return houseBalance(reader, 'real', LOAN.currency, 'lending')
}
