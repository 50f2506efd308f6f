import type { Amount } from '@tickmark/core/money/money'
import { sql } from 'kysely'
import type { Reader } from '../db/pool.ts'
import { codeOfState } from './application.ts'
import type {} from './tables.ts'

/** The number of applications under review, and when the longest waiting was submitted. */
export async function reviewQueue(reader: Reader): Promise<{ waiting: number; oldestAtMs: number | null }> {
  const row = await reader
    .selectFrom('loan_application')
    .select((of) => [
      of.fn.countAll<bigint>().as('waiting'),
      of.fn.min<bigint | null>('submitted_at_ms').as('oldest'),
    ])
    .where('state', '=', codeOfState('under_review'))
    .executeTakeFirstOrThrow()
  return { waiting: Number(row.waiting), oldestAtMs: row.oldest === null ? null : Number(row.oldest) }
}

/** Running loans in numbers; dates are YYYY-MM-DD in UTC. */
export interface Lent {
  running: number
  /** Unpaid instalments due from today up to `soon`, and those due before today. */
  dueSoon: number
  overdue: number
  /** Loans with an overdue instalment, and the due date of the oldest. */
  overdueLoans: number
  oldestDue: string | null
  outstanding: Amount
}

export async function lentNow(reader: Reader, today: string, soon: string): Promise<Lent> {
  const { rows } = await sql<{
    running: bigint
    due_soon: bigint
    overdue: bigint
    loans: bigint
    oldest: string | null
    outstanding: bigint
  }>`
    select (select count(*) from loan where next_at_ms is not null) as running,
      count(*) filter (where due between ${today}::date and ${soon}::date) as due_soon,
      count(*) filter (where due < ${today}::date) as overdue,
      count(distinct loan) filter (where due < ${today}::date) as loans,
      min(due) filter (where due < ${today}::date)::text as oldest, coalesce(sum(amount), 0)::bigint as outstanding
    from loan_instalment where paid_at_ms is null`.execute(reader)
  const [row] = rows
  return {
    running: Number(row?.running ?? 0n),
    dueSoon: Number(row?.due_soon ?? 0n),
    overdue: Number(row?.overdue ?? 0n),
    overdueLoans: Number(row?.loans ?? 0n),
    oldestDue: row?.oldest ?? null,
    outstanding: row?.outstanding ?? 0n,
  }
}

/** Number of the user's applications. */
export async function countApplications(reader: Reader, userId: number): Promise<number> {
  const own = reader.selectFrom('loan_application').where('user_id', '=', BigInt(userId))
  const row = await own.select((all) => all.fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow()
  return Number(row.count)
}
