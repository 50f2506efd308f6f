import { lateFromMs } from '@tickmark/core/loans/schedule'
import { LOAN } from '@tickmark/core/loans/terms'
import { feeFromMs } from '@tickmark/core/loans/collecting'
import { sql } from 'kysely'
import type { Reader } from '../../db/pool.ts'
import type { Finding } from '../../module/finding.ts'
import type {} from './tables.ts'

/** A look comes within moments of its time. This many ticks later, an hour while the house was up, the fee was skipped. */
const TICKS = 3_600

interface LateInstalment {
  loan: string
  number: number
  due: string
  warned_at_ms: bigint | null
  paid_at_ms: bigint | null
}

/**
 * Loans without a late fee of which an instalment stayed unpaid for an hour of ticks after the fee was to be charged: a house that
 * skips it favours one borrower. Without an announcement the fee counts from a day after the instalment was late.
 */
export async function skippedFees(reader: Reader): Promise<Finding[]> {
  const { rows } = await sql<LateInstalment>`
    select part.loan, part.number, part.due::text as due, part.warned_at_ms, part.paid_at_ms
    from loan join loan_instalment part on part.loan = loan.id
    cross join (select max(at) as at from log_entry where kind = 'tick') newest
    where loan.fee_at_ms is null
      and extract(epoch from (part.due + ${1 + LOAN.graceDays}::int)::timestamp) * 1000 < least(part.paid_at_ms, newest.at)
    order by part.loan, part.number`.execute(reader)
  const findings: Finding[] = []
  for (const one of rows) {
    const warnedAtMs = one.warned_at_ms === null ? null : Number(one.warned_at_ms)
    const fromMs = feeFromMs({ due: one.due, warnedAtMs }, lateFromMs(one.due))
    if (!(await passedTicks(reader, fromMs, one.paid_at_ms))) continue
    const where = `loan ${one.loan}, instalment ${one.number}`
    findings.push({ rule: 'late fee = overdue', where, expected: `a late fee at ${fromMs}`, found: 'none' })
  }
  return findings
}

/** Whether the log has so many ticks between a time and a payment, or up to now. */
async function passedTicks(reader: Reader, fromMs: number, paidMs: bigint | null): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from log_entry where kind = 'tick' and at > ${fromMs}::bigint and (${paidMs}::bigint is null or at < ${paidMs}::bigint)
      limit ${TICKS}) as passed`.execute(reader)
  return (rows[0]?.count ?? 0) >= TICKS
}
