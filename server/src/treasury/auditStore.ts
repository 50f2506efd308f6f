import type { EngineLimits } from '@tickmark/core/arbitrage/trading/limits'
import { CAUSES } from '@tickmark/core/ledger/accounts'
import { sql } from 'kysely'
import { viewQuery } from '../db/migrate.ts'
import type { Reader } from '../db/pool.ts'
import type { Finding } from '../module/finding.ts'
import { findingsIn, type FindingRow } from '../module/findingStore.ts'

/**
 * Movements between the house's accounts without an approved proposal, and approved proposals without their movement. A second
 * movement of one proposal counts as having none.
 */
export function movesOffProposals(reader: Reader): Promise<Finding[]> {
  const query = sql<FindingRow>`
    with account_in_words as not materialized (${sql.raw(viewQuery('account_in_words'))})
    select 'proposal ' || coalesce(p.id, t.ref) as "where", coalesce(p.words, 'no approved proposal') as expected,
      coalesce(t.words, 'no transfer') as found
    from (
      select proposal.id, 1 as nth, trim_scale((payload::jsonb ->> 'amount')::numeric * 100000000) || ' of '
        || (payload::jsonb ->> 'currencyId') || ' from ' || (payload::jsonb ->> 'from') || ' to ' || (payload::jsonb ->> 'to') as words
      from proposal join proposal_decision on proposal = proposal.id and decision = 'approved'
      where kind = 'treasury.fund') p
    full join (
      select ref, row_number() over (partition by ref order by leg) as nth, amount || ' of ' || ((from_id >> 4) & 31) || ' from ' || payer.kind || ' to ' || payee.kind as words
      from transfer join account_in_words payer on payer.id = from_id join account_in_words payee on payee.id = to_id
      where cause = ${sql.lit(CAUSES.treasury)}) t on t.ref = p.id and t.nth = p.nth
    where p.words is distinct from t.words`
  return findingsIn(reader, 'treasury = proposals', query)
}

/**
 * Versions of the rules and of products, and cleared halts, that differ from the approved ones, and approved ones that are
 * missing. The products of a new house have version 1, from time 0 on.
 */
export function versionsOffProposals(reader: Reader): Promise<Finding[]> {
  const query = sql<FindingRow>`
    with approved as (
      select id, kind, payload::jsonb as payload, one.asked_by, decided_by, decided_ms from proposal
      join proposal_decision one on proposal = id and decision = 'approved'
    ), expected as (
      select kind || ' ' || id as place,
        payload || jsonb_build_object('asked', asked_by, 'approved', decided_by, 'at', decided_ms) as words
      from approved where kind = 'rules.change'
      union all
      select kind || ' ' || id, payload from approved where kind = 'chain.resume'
      union all
      select 'product ' || (payload ->> 'mid') || ' version ' || ((payload ->> 'after')::int + 1), jsonb_build_object(
        'days', payload -> 'days', 'least', trim_scale((payload ->> 'least')::numeric * 100000000),
        'most', trim_scale((payload ->> 'most')::numeric * 100000000), 'upperPpm', payload -> 'upperPpm',
        'exitFeePpm', payload -> 'exitFeePpm', 'isOpen', payload -> 'isOpen', 'at', decided_ms)
      from approved where kind = 'hosting.product'
    ), found as (
      select 'rules.change ' || proposal as place, jsonb_build_object('after', version - 1, 'rules', rules, 'asked', asked_by,
        'approved', approved_by, 'at', approved_ms) as words from rules_version
      union all
      select 'chain.resume ' || proposal, jsonb_build_object('chain', chain, 'haltedAt', halted_at_ms) from chain_resume
      union all
      select 'product ' || mid || ' version ' || version, jsonb_build_object('days', days, 'least', least, 'most', most,
        'upperPpm', upper_ppm, 'exitFeePpm', exit_fee_ppm, 'isOpen', is_open, 'at', from_ms)
      from hosting_product where version > 1 or from_ms > 0
    )
    select coalesce(e.place, f.place) as "where", coalesce(e.words::text, 'no approved proposal') as expected,
      coalesce(f.words::text, 'nothing') as found
    from expected e full join found f on f.place = e.place
    where e.words is distinct from f.words`
  return findingsIn(reader, 'versions = proposals', query)
}

/** The engine's limits equal those that two operators approved last, or those of a new house. */
export function limitsOffProposals(reader: Reader, opening: EngineLimits): Promise<Finding[]> {
  const { mostTrade, leastProfit, dayLoss, openRests } = opening
  const units = (name: string) => sql`trim_scale((payload ->> ${sql.lit(name)})::numeric * 100000000)::bigint`
  const query = sql<FindingRow>`
    with approved as (
      select payload::jsonb as payload from proposal join proposal_decision on proposal = id and decision = 'approved'
      where kind = 'engine.limits' order by decided_ms desc, id desc limit 1
    ), expected as (
      select row (${units('mostTrade')}, ${units('leastProfit')}, ${units('dayLoss')}, (payload ->> 'openRests')::int)::text as words
      from approved
      union all
      select row (${mostTrade}::bigint, ${leastProfit}::bigint, ${dayLoss}::bigint, ${openRests}::int)::text
      where not exists (select from approved)
    )
    select 'the engine’s limits' as "where", expected.words as expected, found.words as found
    from expected, (select row (most_trade, least_profit, day_loss, open_rests)::text as words from arbitrage_engine) found
    where expected.words <> found.words`
  return findingsIn(reader, 'limits = proposals', query)
}
