import { assert } from '@tickmark/core/assert'
import { LOAN_STATES } from '@tickmark/core/loans/terms'
import type { ReviewRule } from '@tickmark/core/loans/review'
import type { Selectable } from 'kysely'
import { lockUser } from '../db/locks.ts'
import type { Reader, Tx } from '../db/pool.ts'
import type { SealedRecord } from '../platform/vault.ts'
import { codeOfState, type Ending, type LoanApplication, type Why } from './application.ts'
import type { LoanApplicationTable } from './tables.ts'

const UNDER_REVIEW = codeOfState('under_review')

/**
 * Serializes one user's work on drafts, agreements and applications until the commit. Take this lock before an application's row,
 * and so before the books.
 */
export async function lockApplicant(tx: Tx, userId: number): Promise<void> {
  await lockUser(tx, 'applicant', userId)
}

/** Whether the user has an application under review or an active loan. */
export async function hasOpenLoan(reader: Reader, userId: number): Promise<boolean> {
  const row = await reader
    .selectFrom('loan_application')
    .select('id')
    .where('user_id', '=', BigInt(userId))
    .where('state', 'in', [UNDER_REVIEW, codeOfState('active')])
    .executeTakeFirst()
  return row !== undefined
}

export interface NewApplication extends Omit<LoanApplication, 'state' | 'decidedAtMs' | 'ending' | 'why'> {
  record: SealedRecord
}

export async function insertApplication(tx: Tx, given: NewApplication): Promise<void> {
  await tx
    .insertInto('loan_application')
    .values({
      id: given.application,
      user_id: BigInt(given.userId),
      amount: given.amount,
      instalments: given.instalments,
      site: given.site,
      borrower: given.borrower,
      written_at_ms: BigInt(given.writtenAtMs),
      details_hash: Buffer.from(given.details, 'hex'),
      front_hash: Buffer.from(given.front, 'hex'),
      back_hash: Buffer.from(given.back, 'hex'),
      drawing_hash: Buffer.from(given.drawing, 'hex'),
      wallet: given.wallet,
      signature: given.signature,
      submitted_at_ms: BigInt(given.submittedAtMs),
      ...columnsOfRecord(given.record),
    })
    .execute()
}

/** A user's own applications and loans, newest first. */
export async function listOwn(reader: Reader, userId: number): Promise<LoanApplication[]> {
  const rows = await reader
    .selectFrom('loan_application')
    .selectAll()
    .where('user_id', '=', BigInt(userId))
    .orderBy('submitted_at_ms', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(applicationOf)
}

/** Null for an application that does not exist or is somebody else's: callers cannot tell them apart. */
export async function findOwn(reader: Reader, userId: number, id: string): Promise<LoanApplication | null> {
  const found = await findApplication(reader, id)
  return found?.userId === userId ? found : null
}

export async function findApplication(reader: Reader, id: string): Promise<LoanApplication | null> {
  const row = await reader.selectFrom('loan_application').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? applicationOf(row) : null
}

/** Locks an application until the end of the transaction. Take this lock before the books. */
export async function lockApplication(tx: Tx, id: string): Promise<LoanApplication | null> {
  const query = tx.selectFrom('loan_application').selectAll().where('id', '=', id).forNoKeyUpdate()
  const row = await query.executeTakeFirst()
  return row ? applicationOf(row) : null
}

/** The encrypted details of an application; null once deleted. */
export async function recordOf(reader: Reader, id: string): Promise<SealedRecord | null> {
  const row = await reader
    .selectFrom('loan_application')
    .select(['key_number', 'wrapped_key', 'sealed'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row?.key_number == null || row.wrapped_key === null || row.sealed === null) return null
  return { keyNumber: row.key_number, wrappedKey: row.wrapped_key, sealed: row.sealed }
}

export async function activate(tx: Tx, id: string, by: string, atMs: number): Promise<void> {
  await tx
    .updateTable('loan_application')
    .set({ state: codeOfState('active'), decided_at_ms: BigInt(atMs), decided_by: by })
    .where('id', '=', id)
    .execute()
}

export interface Ended {
  ending: Ending
  /** The decider and the reason; null for an application that was withdrawn or lapsed. */
  decision: { by: string; why: Why } | null
  atMs: number
}

export async function endWithoutLoan(tx: Tx, id: string, { ending, decision, atMs }: Ended): Promise<void> {
  const why = decision?.why
  await tx
    .updateTable('loan_application')
    .set({
      state: codeOfState('rejected'),
      ending,
      decided_at_ms: BigInt(atMs),
      decided_by: decision?.by ?? null,
      rule: why && 'rule' in why ? why.rule : null,
      reason: why && 'reason' in why ? why.reason : null,
    })
    .where('id', '=', id)
    .execute()
}

/** Applications under review, longest waiting first; `page` is counted from 0. */
export async function listQueue(
  reader: Reader,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ list: LoanApplication[]; total: number }> {
  const queue = reader.selectFrom('loan_application').where('state', '=', UNDER_REVIEW)
  const rows = await queue
    .selectAll()
    .orderBy('submitted_at_ms')
    .orderBy('id')
    .limit(pageSize)
    .offset(page * pageSize)
    .execute()
  const { total } = await queue.select((of) => of.fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow()
  return { list: rows.map(applicationOf), total: Number(total) }
}

/** Applications under review that were submitted by a time, oldest first. */
export async function listSubmittedBy(reader: Reader, atMs: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('loan_application')
    .select('id')
    .where('state', '=', UNDER_REVIEW)
    .where('submitted_at_ms', '<=', BigInt(atMs))
    .orderBy('submitted_at_ms')
    .execute()
  return rows.map(({ id }) => id)
}

/** When the first application under review after a time was submitted; null when there is none. */
export async function firstSubmittedAt(reader: Reader, afterMs: number): Promise<number | null> {
  const row = await reader
    .selectFrom('loan_application')
    .select((of) => of.fn.min('submitted_at_ms').as('first'))
    .where('state', '=', UNDER_REVIEW)
    .where('submitted_at_ms', '>', BigInt(afterMs))
    .executeTakeFirst()
  return row?.first == null ? null : Number(row.first)
}

/** Applications under review whose agreement was written by a time. */
export async function listWrittenBy(reader: Reader, atMs: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('loan_application')
    .select('id')
    .where('state', '=', UNDER_REVIEW)
    .where('written_at_ms', '<=', BigInt(atMs))
    .execute()
  return rows.map(({ id }) => id)
}

export function columnsOfRecord({ keyNumber, wrappedKey, sealed }: SealedRecord) {
  return { key_number: keyNumber, wrapped_key: wrappedKey, sealed }
}

function applicationOf(row: Selectable<LoanApplicationTable>): LoanApplication {
  const state = LOAN_STATES[row.state]
  assert(state, 'a stored state is one of the four')
  return {
    application: row.id,
    userId: Number(row.user_id),
    state,
    amount: row.amount,
    instalments: row.instalments,
    site: row.site,
    borrower: row.borrower,
    writtenAtMs: Number(row.written_at_ms),
    details: row.details_hash.toString('hex'),
    front: row.front_hash.toString('hex'),
    back: row.back_hash.toString('hex'),
    drawing: row.drawing_hash.toString('hex'),
    wallet: row.wallet,
    signature: row.signature,
    submittedAtMs: Number(row.submitted_at_ms),
    decidedAtMs: row.decided_at_ms === null ? null : Number(row.decided_at_ms),
    ending: row.ending,
    why: whyOf(row.rule, row.reason),
  }
}

function whyOf(rule: string | null, reason: string | null): Why | null {
  if (rule !== null) return { rule: rule as ReviewRule }
  return reason === null ? null : { reason }
}
