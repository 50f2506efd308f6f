import { CAUSES, KINDS } from '@tickmark/core/ledger/accounts'
import { LOAN } from '@tickmark/core/loans/terms'
import { sql } from 'kysely'
import type { Reader } from '../../db/pool.ts'
import { auditedTransfers } from '../../ledger/auditedTransfersStore.ts'
import type { AuditedPart } from '../../module/auditRule.ts'
import type { Finding } from '../../module/finding.ts'
import { findingsIn, type FindingRow } from '../../module/findingStore.ts'
import { codeOfState, SIMULATED } from '../application.ts'
import type {} from '../tables.ts'
import type {} from './tables.ts'

/** Id of the lending pool's account: owner 0, real book. */
const POOL = LOAN.currency * 16 + KINDS.lending

const ACTIVE = sql.lit(codeOfState('active'))
const COMPLETE = sql.lit(codeOfState('complete'))

/** Every loan has the transfers of its disbursement, its paid instalments and its paid fee, and no loan transfer lacks a loan. */
export function loanTransferGaps(reader: Reader, since: AuditedPart | null): Promise<Finding[]> {
  const transfers = auditedTransfers(['loan', 'repayment'], since, sql`select id from loan`)
  const query = sql<FindingRow>`
    with place as (
      select loan.*, one.amount as lent, one.user_id * 1024 + ${LOAN.currency * 16 + KINDS.available}::int as own
      from loan join loan_application one using (id)
    ), expected as (
      select id as ref, ${sql.lit(CAUSES.loan)} as cause, 0 as leg, ${POOL}::bigint as from_id, own as to_id, lent as amount, started_at_ms as at_ms
      from place
      union all
      select loan, ${sql.lit(CAUSES.repayment)}, number, own, ${POOL}::bigint, amount, paid_at_ms from loan_instalment join place on place.id = loan
      where paid_at_ms is not null
      union all
      select id, ${sql.lit(CAUSES.repayment)}, 0, own, ${LOAN.currency * 16 + KINDS.fees}::bigint, lent * ${LOAN.lateFeePpm}::bigint / 1000000, fee_paid_at_ms
      from place where fee_paid_at_ms is not null
    )
    select 'loan ' || coalesce(e.ref, t.ref) || ' ' || coalesce(e.cause, t.cause) || '/' || coalesce(e.leg, t.leg) as "where",
      coalesce(e.from_id || ' -> ' || e.to_id || ': ' || e.amount || ' at ' || e.at_ms, 'none') as expected,
      coalesce(t.from_id || ' -> ' || t.to_id || ': ' || t.amount || ' at ' || t.at_ms, 'none') as found
    from expected e
    full join ${transfers} t on t.ref = e.ref and t.cause = e.cause and t.leg = e.leg
    where (e.from_id, e.to_id, e.amount, e.at_ms) is distinct from (t.from_id, t.to_id, t.amount, t.at_ms)`
  return findingsIn(reader, 'loans = transfers', query)
}

/**
 * An application has a loan exactly while it is active or complete, and is complete once everything is paid; the instalments add
 * up to the loan.
 */
export function loansOffState(reader: Reader): Promise<Finding[]> {
  const query = sql<FindingRow>`
    select 'loan ' || one.id as "where",
      one.state || ', ' || one.instalments || ' instalments of ' || one.amount as expected,
      case when loan.id is null then 'no loan' when loan.ended_at_ms is null then ${ACTIVE}::text else ${COMPLETE}::text end
        || ', ' || coalesce(parts.count, 0) || ' instalments of ' || coalesce(parts.sum, 0)
        || ', ' || coalesce(parts.unpaid, 0) || ' unpaid' as found
    from loan_application one
    left join loan on loan.id = one.id
    left join lateral (select count(*) as count, sum(amount) as sum, count(*) filter (where paid_at_ms is null) as unpaid
      from loan_instalment where loan = one.id) parts on true
    where (one.state in (${ACTIVE}, ${COMPLETE})) <> (loan.id is not null)
      or (loan.id is not null and (
        (one.state = ${COMPLETE}) <> (loan.ended_at_ms is not null)
        or (loan.ended_at_ms is not null) <> (parts.unpaid = 0 and (loan.fee_at_ms is null or loan.fee_paid_at_ms is not null))
        or parts.count <> one.instalments or parts.sum <> one.amount))`
  return findingsIn(reader, 'loan = application', query)
}

/**
 * A late fee was charged only when an instalment was unpaid, more than three days overdue, and its borrower had been warned a day
 * before. A payment in the millisecond of the charge came after it: a look collects before it charges.
 */
export function feesOffSchedule(reader: Reader): Promise<Finding[]> {
  const query = sql<FindingRow>`
    select 'loan ' || id as "where", 'an instalment more than three days overdue, announced a day before' as expected,
      'a late fee at ' || fee_at_ms as found
    from loan where fee_at_ms is not null and not exists (
      select from loan_instalment where loan = loan.id
        and extract(epoch from (due + ${1 + LOAN.graceDays}::int)::timestamp) * 1000 <= fee_at_ms
        and warned_at_ms + 86400000 <= fee_at_ms
        and (paid_at_ms is null or paid_at_ms >= fee_at_ms))`
  return findingsIn(reader, 'late fee = schedule', query)
}

/** The pool's funding and the house's own moves equal its balance plus what borrowers still owe. */
export function poolOffLoans(reader: Reader): Promise<Finding[]> {
  const query = sql<FindingRow>`
    select 'lending pool' as "where", (funded - outstanding)::text as expected, held::text as found from (select
      (select coalesce(sum(amount), 0) from transfer where cause = ${sql.lit(CAUSES.funding)} and to_id = ${POOL}::bigint)
        + (select coalesce(sum(case to_id when ${POOL}::bigint then amount else -amount end), 0) from transfer
          where cause = ${sql.lit(CAUSES.treasury)} and ${POOL}::bigint in (from_id, to_id)) as funded,
      (select coalesce(sum(part.amount), 0) from loan_instalment part where paid_at_ms is null) as outstanding,
      (select coalesce(sum(balance), 0) from account where id = ${POOL}::bigint) as held) as pool
    where held <> funded - outstanding`
  return findingsIn(reader, 'pool = funding - outstanding', query)
}

/** Applications decided by the simulated reviewer in a house whose log is not a sandbox's. */
export function loansDecidedAlone(reader: Reader): Promise<Finding[]> {
  const query = sql<FindingRow>`
    select 'loan ' || id as "where", 'a decision of operators' as expected,
      'the simulated reviewer''s, under the log ' || origin as found
    from loan_application cross join (
      select body::jsonb ->> 'origin' as origin from log_entry where kind = 'keys' and kind <> 'tick'
      order by seq limit 1) log
    where decided_by = ${SIMULATED} and origin not like 'sandbox/%'
    order by id`
  return findingsIn(reader, 'live loans = operators', query)
}

/**
 * Each loan not approved by the simulated reviewer has a proposal of two operators on its own terms, and each such proposal has
 * its loan.
 */
export function loansOffProposals(reader: Reader): Promise<Finding[]> {
  const query = sql<FindingRow>`
    select 'loan ' || coalesce(l.id, p.id) as "where", coalesce(p.words, 'no approved proposal') as expected,
      coalesce(l.words, 'no loan') as found
    from (
      select payload::jsonb ->> 'applyId' as id, trim_scale((payload::jsonb ->> 'amount')::numeric * 100000000) || ' in '
        || (payload::jsonb ->> 'instalments') || ', by ' || decided_by || ' at ' || decided_ms as words
      from proposal join proposal_decision on proposal = proposal.id and decision = 'approved'
      where kind = 'loan.approve') p
    full join (
      select id::text, amount || ' in ' || instalments || ', by ' || decided_by || ' at ' || decided_at_ms as words
      from loan_application where state in (${ACTIVE}, ${COMPLETE}) and decided_by <> ${SIMULATED}) l on l.id = p.id
    where p.words is distinct from l.words`
  return findingsIn(reader, 'loans = proposals', query)
}

/** A loan with its owner's address and its stored schedule, in the order of the instalments' numbers. */
export interface LentLoan {
  id: string
  owner: string
  startedAtMs: number
  schedule: { amount: bigint; due: string }[]
}

const PAGE = 500

/** A page of the loans that began after a time, in the order of their ids; `after` is the last id of the page before, or empty. */
export async function loansBegunAfter(reader: Reader, afterMs: number, after: string): Promise<LentLoan[]> {
  const { rows } = await sql<{
    id: string
    owner: string
    started: bigint
    amounts: string[]
    dues: string[]
  }>`
    select loan.id, users.address as owner, loan.started_at_ms as started, array_agg(part.amount::text order by part.number) as amounts,
      array_agg(part.due::text order by part.number) as dues
    from loan join loan_application one using (id) join users on users.id = one.user_id
    join loan_instalment part on part.loan = loan.id
    where loan.started_at_ms > ${BigInt(afterMs)} and loan.id::text > ${after}
    group by loan.id, users.address order by loan.id::text limit ${PAGE}`.execute(reader)
  return rows.map(({ id, owner, started, amounts, dues }) => {
    return {
      id,
      owner,
      startedAtMs: Number(started),
      schedule: amounts.map((amount, i) => ({ amount: BigInt(amount), due: dues[i] ?? '' })),
    }
  })
}
