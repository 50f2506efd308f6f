import { assert } from '@tickmark/core/assert'
import { accept, refuse, type Decision } from '@tickmark/core/decision'
import type { SignedConsent } from '@tickmark/core/consent/bundle'
import type { ConsentRefusal } from '@tickmark/core/consent/judgeConsent'
import { afterPayments, isComplete, owedOn, repaymentOf, sumOf } from '@tickmark/core/loans/collecting'
import {
  readRepaymentText,
  repaymentTermsOf,
  type RepaymentTerms,
} from '@tickmark/core/consent/repaymentConsent'
import { LOAN } from '@tickmark/core/loans/terms'
import type { Amount } from '@tickmark/core/money/money'
import * as z from 'zod/mini'
import type { Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import type { CallContext } from '../../http/calls/context.ts'
import { checkedAsk, offConsent, type SignedAsk } from '../../http/calls/signedAsk.ts'
import type {} from '../../ledger/events.ts'
import { once } from '../../ledger/idempotency.ts'
import { postTransfers, requestHash } from '../../ledger/post.ts'
import { available, lockBook } from '../../ledger/store.ts'
import type { Runtime } from '../../module/runtime.ts'
import type {} from './events.ts'
import { factsOf, runningOf } from './loan.ts'
import { repayment } from './postings.ts'
import { hasDelegated, insertRepayment } from './repaymentStore.ts'
import { hasApplication, lockOwnLoan, saveLoans } from './store.ts'

export interface RepayRequest {
  userId: number
  /** Idempotency key, a UUID. */
  key: string
  /** The loan's id. */
  id: string
  /** Number of the oldest unpaid instalments to pay; any larger number means all of them. */
  instalments: number
  /** Total debt when the user confirmed. */
  owed: Amount
  /** What the borrower signed; a session with a key must send it. */
  consent: SignedConsent | undefined
  session: CallContext['session']
}

export interface Repaid {
  paid: Amount
  /** The remaining debt. */
  left: Amount
}

type RepayRefusal =
  | { code: 'loan_unknown' | 'loan_not_running' | 'loan_repaid' | 'loan_sum_changed' }
  | { code: 'consent_missing' | 'consent_used' }
  | { code: 'consent'; refusal: ConsentRefusal }
  | { code: 'insufficient_funds'; available: Amount }

/** Pays the late fee, if owed, and some of the oldest instalments. A repeated key gets the first answer. */
export async function repayLoan(
  deps: Pick<Runtime, 'database' | 'clock' | 'events'>,
  request: RepayRequest,
): Promise<Decision<Repaid, RepayRefusal | { code: 'key_reused' }>> {
  const { userId, key, id, instalments, owed, consent } = request
  const fingerprint = requestHash(
    JSON.stringify(['repayLoan', id, instalments, String(owed), consent?.text ?? '']),
  )
  const keyed = { userId, key, nowMs: deps.clock.nowMs(), route: 'repayLoan', fingerprint }
  const done = await transact(deps.database.db, (tx) =>
    once<RepayRefusal>(tx, keyed, () => pay(tx, request, deps)),
  )
  if (!done.ok) return done
  const { paid, left } = answerFields.parse(JSON.parse(done.value.answer))
  return accept({ paid: BigInt(paid), left: BigInt(left) })
}

const answerFields = z.object({ paid: z.string(), left: z.string() })

async function pay(
  tx: Tx,
  { userId, id, instalments, owed, consent, session }: RepayRequest,
  { clock, events }: Pick<Runtime, 'clock' | 'events'>,
): Promise<Decision<string, RepayRefusal>> {
  // Only of a first request: a repeated one may come from a later session, whose key signed nothing.
  const signed = await checkedAsk(consent, readRepaymentText, { session })
  const loan = await lockOwnLoan(tx, userId, id)
  if (loan === null) {
    const isOwn = await hasApplication(tx, userId, id)
    return refuse({ code: isOwn ? 'loan_not_running' : 'loan_unknown' })
  }
  if (loan.endedAtMs !== null) return refuse({ code: 'loan_repaid' })
  const running = runningOf(loan)
  const payments = repaymentOf(running, instalments)
  const total = sumOf(payments)
  if (owedOn(running) !== owed || total === 0n) return refuse({ code: 'loan_sum_changed' })
  await lockBook(tx, 'real')
  const has = await available(tx, userId, 'real', LOAN.currency)
  if (has < total) return refuse({ code: 'insufficient_funds', available: has })
  const atMs = clock.nowMs() // read under the lock, so that it is no earlier than the money that it moves
  const off = await keepConsent(tx, { userId, terms: repaymentTermsOf(id, payments), signed, atMs })
  if (off) return refuse(off)
  const posted = await postTransfers(
    tx,
    payments.map((one) => repayment(loan, one)),
    atMs,
  )
  assert(posted === payments.length, 'every instalment and fee is paid once')
  const after = afterPayments(running, payments)
  const isOver = isComplete(after)
  // Makes the loan due at once; that look sets the time of the next.
  await saveLoans(tx, [{ before: loan, after, againMs: isOver ? null : atMs }], atMs)
  if (isOver) {
    const told = [{ loan: factsOf(loan), notices: [{ kind: 'complete' as const }] }]
    await events.emit(tx, 'loans_noticed', { loans: told, atMs })
  }
  await events.emit(tx, 'balance_changed', { userId, book: 'real' })
  return accept(JSON.stringify({ paid: String(total), left: String(owedOn(after)) }))
}

/** Stores what the borrower signed for a repayment. Returns a refusal instead when that is something else, or is missing. */
async function keepConsent(tx: Tx, { userId, terms, signed, atMs }: RepaidNow): Promise<RepayRefusal | null> {
  // Whoever ever had a key signs: a session without one repays nothing for him.
  if (!signed) return (await hasDelegated(tx, userId)) ? { code: 'consent_missing' } : null
  const off = offConsent(signed, { repay: terms }, atMs)
  if (off) return { code: 'consent', refusal: off }
  return (await insertRepayment(tx, terms, signed, atMs)) ? null : { code: 'consent_used' }
}

interface RepaidNow {
  userId: number
  signed: SignedAsk | null
  terms: RepaymentTerms
  atMs: number
}
