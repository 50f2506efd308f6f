import type { RunningLoan } from '@tickmark/core/loans/collecting'
import type { Instalment } from '@tickmark/core/loans/schedule'
import { LOAN } from '@tickmark/core/loans/terms'
import type { Amount } from '@tickmark/core/money/money'
import { accountId } from '@tickmark/core/ledger/accounts'
import { sql } from 'kysely'
import { int2s, int8s, uuids } from '../../db/arrays.ts'
import type { Db, Reader, Tx } from '../../db/pool.ts'
import { FIRST_ID } from '../../db/timeId.ts'
import { codeOfState } from '../application.ts'
import type {} from '../tables.ts'
import type {} from './tables.ts'
import type { Loan, StoredInstalment } from './loan.ts'

/** Writes a loan with its schedule; looks begin at its start. */
export async function insertLoan(
  tx: Tx,
  id: string,
  schedule: readonly Instalment[],
  startedAtMs: number,
): Promise<void> {
  const at = BigInt(startedAtMs)
  await tx.insertInto('loan').values({ id, started_at_ms: at, next_at_ms: at }).execute()
  const rows = schedule.map((one) => ({ ...one, loan: id }))
  await tx.insertInto('loan_instalment').values(rows).execute()
}

/** A position in the queue of loans to look at. */
export interface QueuePlace {
  nextAtMs: number
  id: string
}

/** The loans due for a look, after a position in their queue; oldest first. */
export async function loansToLookAt(
  reader: Reader,
  nowMs: number,
  after: QueuePlace | null,
  most: number,
): Promise<QueuePlace[]> {
  const from = after ?? { nextAtMs: -1, id: FIRST_ID }
  const { rows } = await sql<{ id: string; next_at_ms: bigint }>`
    select id, next_at_ms from loan
    where next_at_ms <= ${nowMs}::bigint and (next_at_ms, id) > (${from.nextAtMs}::bigint, ${from.id}::uuid)
    order by next_at_ms, id limit ${most}`.execute(reader)
  return rows.map((row) => ({ id: row.id, nextAtMs: Number(row.next_at_ms) }))
}

/** Locks and reads those of these loans that are still due for a look and that nobody else has locked. */
export async function lockDueLoans(tx: Tx, ids: readonly string[], nowMs: number): Promise<Loan[]> {
  const { rows } = await sql<{ id: string }>`
    select id from loan where id = any (${uuids(ids)}::uuid[]) and next_at_ms <= ${nowMs}::bigint
    order by id for update skip locked`.execute(tx)
  const locked = rows.map((row) => row.id)
  return locked.length === 0 ? [] : readLoans(tx, locked)
}

/** Locks a user's own loan and reads it; null when there is none with that id. */
export async function lockOwnLoan(tx: Tx, userId: number, id: string): Promise<Loan | null> {
  const { rows } = await sql`
    select loan.id from loan join loan_application one on one.id = loan.id
    where loan.id = ${id}::uuid and one.user_id = ${userId}::bigint for update of loan`.execute(tx)
  return rows.length === 0 ? null : ((await readLoans(tx, [id]))[0] ?? null)
}

/** A user's own loan; null when there is none with that id. */
export async function ownLoan(reader: Reader, userId: number, id: string): Promise<Loan | null> {
  const [loan] = await readLoans(reader, [id])
  return loan?.userId === userId ? loan : null
}

/** Whether a user has an application with that id, decided or not. */
export async function hasApplication(reader: Reader, userId: number, id: string): Promise<boolean> {
  const row = await reader
    .selectFrom('loan_application')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', BigInt(userId))
    .executeTakeFirst()
  return row !== undefined
}

/** Number of paid instalments per loan; a loan that was not paid out is absent. */
export async function paidInstalments(reader: Reader, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ loan: string; paid: number }>`
    select loan, count(paid_at_ms)::int as paid from loan_instalment
    where loan = any (${uuids(ids)}::uuid[]) group by loan`.execute(reader)
  return new Map(rows.map((row) => [row.loan, row.paid]))
}

/** Available USDT of users in the real book; zero for users without an account. */
export async function availableOf(tx: Tx, userIds: readonly number[]): Promise<(userId: number) => Amount> {
  const idOf = (owner: number) =>
    accountId({ owner, book: 'real', currency: LOAN.currency, kind: 'available' })
  const { rows } = await sql<{ id: bigint; balance: bigint }>`
    select id, balance from account where id = any (${int8s(userIds.map(idOf))}::bigint[])`.execute(tx)
  const balances = new Map(rows.map((row) => [row.id, row.balance]))
  return (userId) => balances.get(idOf(userId)) ?? 0n
}

/** A loan before and after a change. */
export interface ChangedLoan {
  before: Loan
  after: RunningLoan
  /** When to look again; null when the loan is complete, and then so is its application. */
  againMs: number | null
}

/** Writes the changes. The caller has locked the loans. */
export async function saveLoans(tx: Tx, changes: readonly ChangedLoan[], atMs: number): Promise<void> {
  await saveInstalments(tx, changes, atMs)
  const list = (pick: (one: ChangedLoan) => number | null) => int8s(changes.map(pick))
  const isNew = (one: ChangedLoan, state: 'charged' | 'paid') =>
    state === 'paid'
      ? one.before.feePaidAtMs === null && one.after.fee === 'paid'
      : one.before.feeAtMs === null && one.after.fee !== 'none'
  await sql`
    update loan set fee_at_ms = coalesce(fee_at_ms, new.charged), fee_paid_at_ms = coalesce(fee_paid_at_ms, new.paid),
      next_at_ms = new.again, ended_at_ms = case when new.again is null then ${atMs}::bigint end
    from unnest(${uuids(changes.map((one) => one.before.id))}::uuid[],
      ${list((one) => (isNew(one, 'charged') ? atMs : null))}::bigint[],
      ${list((one) => (isNew(one, 'paid') ? atMs : null))}::bigint[],
      ${list((one) => one.againMs)}::bigint[]) as new (id, charged, paid, again)
    where loan.id = new.id`.execute(tx)
  const complete = changes.filter((one) => one.againMs === null).map((one) => one.before.id)
  if (complete.length > 0)
    await tx
      .updateTable('loan_application')
      .set({ state: codeOfState('complete') })
      .where('id', 'in', complete)
      .execute()
}

async function saveInstalments(tx: Tx, changes: readonly ChangedLoan[], atMs: number): Promise<void> {
  const changed = changes.flatMap(({ before, after }) =>
    after.instalments
      .map((one, i) => ({ ...one, loan: before.id, was: before.instalments[i] }))
      .filter(({ isPaid, told, was }) => isPaid !== was?.isPaid || told !== was.told),
  )
  if (changed.length === 0) return
  await sql`
    update loan_instalment one set told = new.told, warned_at_ms = new.warned,
      paid_at_ms = coalesce(one.paid_at_ms, new.paid)
    from unnest(${uuids(changed.map((one) => one.loan))}::uuid[], ${int2s(changed.map((one) => one.number))}::smallint[],
      ${int2s(changed.map((one) => one.told))}::smallint[],
      ${int8s(changed.map((one) => one.warnedAtMs))}::bigint[],
      ${int8s(changed.map((one) => (one.isPaid ? atMs : null)))}::bigint[]) as new (loan, number, told, warned, paid)
    where one.loan = new.loan and one.number = new.number`.execute(tx)
}

/** Postpones the look at a loan after a failure of that loan alone. */
export async function putOff(db: Db, id: string, untilMs: number): Promise<void> {
  await db
    .updateTable('loan')
    .set({ next_at_ms: BigInt(untilMs) })
    .where('id', '=', id)
    .where('next_at_ms', 'is not', null)
    .execute()
}

/** Loans not yet repaid, oldest unpaid instalment first; `page` is counted from 0. */
export async function runningLoans(
  reader: Reader,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ list: Loan[]; total: number }> {
  const running = sql`from loan join loan_instalment part on part.loan = loan.id
    where loan.ended_at_ms is null and part.paid_at_ms is null`
  const { rows } = await sql<{ id: string }>`
    select loan.id ${running} group by loan.id
    order by min(part.due), loan.id limit ${pageSize} offset ${page * pageSize}`.execute(reader)
  const counted = await sql<{ total: bigint }>`select count(distinct loan.id) as total ${running}`.execute(
    reader,
  )
  const ids = rows.map(({ id }) => id)
  const loans = ids.length === 0 ? [] : await readLoans(reader, ids)
  const list = ids.flatMap((id) => loans.find((one) => one.id === id) ?? [])
  return { list, total: Number(counted.rows[0]?.total ?? 0) }
}

async function readLoans(reader: Reader, ids: readonly string[]): Promise<Loan[]> {
  const rows = await reader
    .selectFrom('loan')
    .innerJoin('loan_application', 'loan_application.id', 'loan.id')
    .selectAll('loan')
    .select(['user_id', 'amount', 'written_at_ms'])
    .where('loan.id', 'in', ids)
    .execute()
  const parts = await reader
    .selectFrom('loan_instalment')
    .select([
      'loan',
      'number',
      'amount',
      'told',
      'warned_at_ms',
      'paid_at_ms',
      sql<string>`due::text`.as('due'),
    ])
    .where('loan', 'in', ids)
    .orderBy('number')
    .execute()
  const numberOf = (at: bigint | null) => (at === null ? null : Number(at))
  const byLoan = Map.groupBy(parts, (one) => one.loan)
  return rows.map((row) => ({
    id: row.id,
    userId: Number(row.user_id),
    amount: row.amount,
    writtenAtMs: Number(row.written_at_ms),
    startedAtMs: Number(row.started_at_ms),
    feeAtMs: numberOf(row.fee_at_ms),
    feePaidAtMs: numberOf(row.fee_paid_at_ms),
    endedAtMs: numberOf(row.ended_at_ms),
    instalments: (byLoan.get(row.id) ?? []).map(
      ({ number, amount, due, told, warned_at_ms, paid_at_ms }): StoredInstalment => ({
        number,
        amount,
        due,
        told,
        warnedAtMs: numberOf(warned_at_ms),
        isPaid: paid_at_ms !== null,
        paidAtMs: numberOf(paid_at_ms),
      }),
    ),
  }))
}
