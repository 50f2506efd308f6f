import { CAUSES, KINDS } from '@tickmark/core/ledger/accounts'
import { LOAN } from '@tickmark/core/loans/terms'
import { sql } from 'kysely'
import { movements } from '../../ledger/auditStore.ts'
import type { Reader } from '../../db/pool.ts'
import type { AuditedPart } from '../../module/auditRule.ts'
import type { Finding } from '../../module/finding.ts'
import { findingsIn, type FindingRow } from '../../module/findingStore.ts'
import type {} from './tables.ts'

/** How much the recorded times of simultaneous movements may differ: a deposit's is read before it waits for the book's lock. */
const SLACK_MS = 120_000

/**
 * Late fees charged although the borrower's balance covered every late instalment, so that the house had only to collect them.
 * In doubt for the house: what came in shortly before the charge does not count, and what went out shortly before or after does.
 */
export function coveredFees(reader: Reader, since: AuditedPart | null): Promise<Finding[]> {
  const fromMs = since === null ? 0 : since.atMs - SLACK_MS
  const query = sql<FindingRow>`
    with ${movements()}, fee as (
      select loan.id, fee_at_ms, one.user_id * 1024 + ${LOAN.currency * 16 + KINDS.available}::int as own
      from loan join loan_application one using (id)
      where fee_at_ms is not null and fee_at_ms > ${since?.atMs ?? 0}::bigint
    ), side as (
      select to_id as account, amount, at_ms, cause, ref from movement where at_ms > ${fromMs}::bigint
      union all select from_id, -amount, at_ms, cause, ref from movement where at_ms > ${fromMs}::bigint
    ), least as (
      select fee.id, fee_at_ms, coalesce(sum(case
          when side.at_ms <= fee_at_ms - ${SLACK_MS}::int then 0
          when side.at_ms > fee_at_ms + ${SLACK_MS}::int or side.amount > 0
            or (side.cause = ${sql.lit(CAUSES.repayment)} and side.ref = fee.id) then side.amount
          else 0 end), 0) as later
      from fee left join side on side.account = fee.own group by fee.id, fee_at_ms
    )
    select 'loan ' || fee.id as "where", 'an instalment that ' || held || ' did not cover' as expected,
      'a late fee at ' || fee.fee_at_ms as found
    from fee join least on least.id = fee.id
      cross join lateral (select coalesce((select balance from account where account.id = fee.own), 0) - later as held) then_had
    where (
      select bool_and(late.amount <= held - (select coalesce(sum(amount), 0) from loan_instalment before where before.loan = fee.id
          and before.number < late.number and before.paid_at_ms between fee.fee_at_ms - ${SLACK_MS}::int and fee.fee_at_ms))
      from loan_instalment late where late.loan = fee.id
        and extract(epoch from (late.due + ${1 + LOAN.graceDays}::int)::timestamp) * 1000 <= fee.fee_at_ms
        and (late.paid_at_ms is null or late.paid_at_ms >= fee.fee_at_ms))`
  return findingsIn(reader, 'late fee = balance', query)
}
