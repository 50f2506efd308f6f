import { PROGRAMME } from '@tickmark/core/arbitrage/programme'
import { CAUSES, KINDS } from '@tickmark/core/ledger/accounts'
import { sql } from 'kysely'
import { viewQuery } from '../db/migrate.ts'
import type { Reader } from '../db/pool.ts'
import { auditedTransfers } from '../ledger/auditedTransfersStore.ts'
import type { AuditedPart } from '../module/auditRule.ts'
import type { Finding } from '../module/finding.ts'
import { findingsIn, type FindingRow } from '../module/findingStore.ts'
import type {} from './tables.ts'

const at = (kind: keyof typeof KINDS) => sql.lit(PROGRAMME.currency * 16 + KINDS[kind])
const cause = (name: keyof typeof CAUSES) => sql.lit(CAUSES[name])

/** The view of this name, by its own query. */
function payouts() {
  return sql.raw(`hosting_payout as not materialized (${viewQuery('hosting_payout')})`)
}

/** Every order has the transfers of its principal, its return and its fee; there are no other such transfers. */
export function hostingTransferGaps(reader: Reader, since: AuditedPart | null): Promise<Finding[]> {
  const transfers = auditedTransfers(['hosting', 'release'], since, sql`select id from hosting_order`)
  const query = sql<FindingRow>`
    with place as (
      select one.*, user_id * 1024 + book * 512 as own, book * 512 as house from hosting_order one
    ), expected as (
      select id as ref, ${cause('hosting')} as cause, 0 as leg, own + ${at('available')} as from_id, own + ${at('hosted')} as to_id,
        principal as amount, placed_at_ms as at_ms from place
      union all
      select id, ${cause('release')}, 0, own + ${at('hosted')}, own + ${at('available')}, principal - fee, ended_at_ms from place
      where ended_at_ms is not null
      union all
      select id, ${cause('release')}, 1, own + ${at('hosted')}, house + ${at('fees')}, fee, ended_at_ms from place where fee > 0
    )
    select 'hosting order ' || coalesce(e.ref, t.ref) || ' ' || coalesce(e.cause, t.cause) || '/' || coalesce(e.leg, t.leg)
        as "where",
      coalesce(e.from_id || ' -> ' || e.to_id || ': ' || e.amount || ' at ' || e.at_ms, 'none') as expected,
      coalesce(t.from_id || ' -> ' || t.to_id || ': ' || t.amount || ' at ' || t.at_ms, 'none') as found
    from expected e
    full join ${transfers} t
      on t.ref = e.ref and t.cause = e.cause and t.leg = e.leg
    where (e.from_id, e.to_id, e.amount, e.at_ms) is distinct from (t.from_id, t.to_id, t.amount, t.at_ms)`
  return findingsIn(reader, 'hosting = transfers', query)
}

/** Each account of hosted money holds the principal of its owner's open orders in that book. */
export function hostedOffOrders(reader: Reader): Promise<Finding[]> {
  const query = sql<FindingRow>`
    select 'account ' || coalesce(open.id, held.id) as "where", coalesce(open.sum, 0)::text as expected,
      coalesce(held.balance, 0)::text as found
    from (
      select user_id * 1024 + book * 512 + ${at('hosted')} as id, sum(principal) as sum from hosting_order
      where ended_at_ms is null group by 1
    ) open
    full join (select id, balance from account where id & 15 = ${sql.lit(KINDS.hosted)}) held on held.id = open.id
    where coalesce(open.sum, 0) <> coalesce(held.balance, 0)`
  return findingsIn(reader, 'hosted = open orders', query)
}

/** Open orders that ran out before a time, ms since 1970: their owners cannot end them any more. */
export function keptOrders(reader: Reader, beforeMs: number): Promise<Finding[]> {
  const query = sql<FindingRow>`
    select 'hosting order ' || id as "where", 'returned at ' || expires_at_ms as expected, 'open' as found
    from hosting_order where ended_at_ms is null and expires_at_ms < ${BigInt(beforeMs)}::bigint order by expires_at_ms, id`
  return findingsIn(reader, 'ran out = returned', query)
}

/** The closed days that the log lacked at an earlier audit; all days for null. */
const audited = (since: AuditedPart | null) =>
  since === null
    ? sql`true`
    : sql`coalesce(day.log_seq, ${since.logSize + 1}::bigint) > ${since.logSize}::bigint`

/** A closed day paid its share to each order that stood for the whole day, as its figures say, and to no other. */
export function payoutsOffOrders(reader: Reader, since: AuditedPart | null): Promise<Finding[]> {
  const query = sql<FindingRow>`
    with ${payouts()}, closed as (
      select * from hosting_day day where ${audited(since)}
    ), share as (
      select day.day, s.* from closed day cross join lateral hosting_shares(day.day, day.pool) s
    ), sums as (
      select day.day, count(leaf) filter (where book = 0) as real_count, count(leaf) filter (where book = 1) as simulated_count,
        coalesce(sum(principal) filter (where book = 0), 0) as real_hosted,
        coalesce(sum(principal) filter (where book = 1), 0) as simulated_hosted,
        coalesce(sum(amount) filter (where book = 0), 0) as real_paid,
        coalesce(sum(amount) filter (where book = 1), 0) as simulated_paid
      from closed day left join share using (day) group by day.day
    )
    select 'payout ' || coalesce(share.order_id, paid.order_id) || ' of day ' || coalesce(share.day, paid.day) as "where",
      coalesce(share.leaf || ': ' || share.amount, 'none') as expected, coalesce(paid.leaf || ': ' || paid.amount, 'none') as found
    from share full join (select * from hosting_payout where ${since === null ? sql`true` : sql`day in (select day from closed)`}) paid on paid.order_id = share.order_id and paid.day = share.day
    where (share.leaf, share.amount) is distinct from (paid.leaf, paid.amount)
    union all
    select 'day ' || day,
      row (sums.real_count, sums.real_hosted, sums.real_paid, sums.simulated_count, sums.simulated_hosted, sums.simulated_paid)::text,
      row (day.real_count, day.real_hosted, day.real_paid, day.simulated_count, day.simulated_hosted, day.simulated_paid)::text
    from closed day join sums using (day)
    where (sums.real_count, sums.real_hosted, sums.real_paid, sums.simulated_count, sums.simulated_hosted, sums.simulated_paid)
      is distinct from (day.real_count::bigint, day.real_hosted, day.real_paid, day.simulated_count::bigint, day.simulated_hosted,
        day.simulated_paid)`
  return findingsIn(reader, 'payouts = orders', query)
}

/** The programme's account of a book holds what the closed days earned less what they paid. */
export function programmeOffDays(reader: Reader): Promise<Finding[]> {
  const query = sql<FindingRow>`
    with book (code, paid) as (
      select 0, coalesce(sum(earned - real_paid), 0) from hosting_day
      union all
      select 1, coalesce(sum(earned - simulated_paid), 0) from hosting_day
    )
    select 'programme of book ' || code as "where", paid::text as expected, coalesce(balance, 0)::text as found
    from book left join account on id = code * 512 + ${at('programme')}
    where paid <> coalesce(balance, 0)
    union all
    select 'programme in a currency ' || id, '0', balance::text from account
    where id & 15 = ${sql.lit(KINDS.programme)} and id & 511 <> ${at('programme')} and balance <> 0`
  return findingsIn(reader, 'programme = days', query)
}

/** Days follow each other without a gap, and each builds on the figures of the one before. */
export function daysOffOrder(reader: Reader): Promise<Finding[]> {
  const query = sql<FindingRow>`
    select 'day ' || one.day as "where",
      row (before.day + 1, before.carried, before.last)::text as expected,
      row (one.day, one.carried_before, one.last_before)::text as found
    from (select *, lag(day) over w as was, lag(carried) over w as was_carried, lag(last) over w as was_last
      from hosting_day window w as (order by day)) one
    cross join lateral (select coalesce(was, one.day - 1) as day, coalesce(was_carried, 0) as carried,
      coalesce(was_last, 0) as last) before
    where (before.day + 1, before.carried, before.last) <> (one.day, one.carried_before, one.last_before)
      or one.earned <> greatest(one.profit + one.carried_before, 0) or one.pool <> one.earned / 2
      or one.profit + one.carried_before <> one.earned + one.carried`
  return findingsIn(reader, 'a day follows the last', query)
}
