import { sql } from 'kysely'
import type { Reader } from '../db/pool.ts'
import type { Finding } from '../module/finding.ts'
import { findingsIn, type FindingRow } from '../module/findingStore.ts'

/**
 * Proposals and decisions without their operator's logged action, and logged actions without their proposal or decision. Each has
 * exactly one counterpart with the same operator, time and payload. A decision repeats its proposal's proposer and times, which the
 * table compares with its own; they must be the proposal's.
 */
export function proposalsOffActions(reader: Reader): Promise<Finding[]> {
  const query = sql<FindingRow>`
    with done as (
      select 'ask' as verb, id, kind, payload_hash, asked_by as operator, asked_ms as at_ms from proposal
      union all
      select case decision when 'approved' then 'approve' when 'refused' then 'refuse' else 'withdraw' end, one.proposal, kind,
        one.payload_hash, decided_by, decided_ms
      from proposal_decision one left join proposal on proposal.id = one.proposal and proposal.payload_hash = one.payload_hash
        and (proposal.asked_by, proposal.asked_ms, proposal.expires_ms) = (one.asked_by, one.asked_ms, one.expires_ms)
    ), expected as (
      select 'proposals.' || verb as action, 'proposal ' || id as subject, 1::bigint as nth,
        coalesce(kind, 'nothing') || ' ' || encode(payload_hash, 'hex') || ' by ' || operator || ' at ' || at_ms as words
      from done
    ), told as (
      select action, subject, row_number() over (partition by action, subject order by id) as nth,
        concat(details ->> 'kind', ' ', details ->> 'payloadHash', ' by ', operator, ' at ', at_ms) as words
      from operator_action where left(action, 10) = 'proposals.'
    )
    select coalesce(e.subject, t.subject) || ', ' || coalesce(e.action, t.action) as "where",
      coalesce(e.words, 'nothing') as expected, coalesce(t.words, 'no action') as found
    from expected e full join told t on t.action = e.action and t.subject = e.subject and t.nth = e.nth
    where e.words is distinct from t.words`
  return findingsIn(reader, 'proposals = actions', query)
}

/**
 * Approvals by the same hand as the proposal (`hand_of`), or by nobody. Two operators may have become one hand by an invitation
 * after the approval. In a sandbox without others, one hand decides.
 */
export function approvalsByOneHand(reader: Reader): Promise<Finding[]> {
  const query = sql<FindingRow>`
    with hand as (
      select address, invited_ms, coalesce(case when invited_with is null then invited_by end, address) as hand from operator)
    select 'proposal ' || d.proposal as "where", 'two hands' as expected, d.asked_by || ' and ' || d.decided_by as found
    from proposal_decision d left join hand one on one.address = d.asked_by left join hand other on other.address = d.decided_by
    where d.decision = 'approved' and (one.hand is null or other.hand is null
      or (one.hand = other.hand and greatest(one.invited_ms, other.invited_ms) <= d.decided_ms
        and not exists (select from operator where by_link)))`
  return findingsIn(reader, 'approvals = two hands', query)
}

/**
 * The actions that make an operator what he is: an invitation, being named in the configuration, new roles, a revocation. The
 * sandbox's own operator has no action: the first who signs in by link and was invited by nobody.
 */
const EVENTS = sql`
  event as (
    select id, at_ms, operator as by, action, substr(subject, 10) as address, details from operator_action
    where action in ('operators.invite', 'operators.name', 'operators.roles', 'operators.revoke')
    union all (
      select 0, invited_ms, address, 'operators.name', address, '{"roles": "admin"}'::jsonb from operator
      where by_link and invited_by is null order by invited_ms, address limit 1))`

/** Operators who are not what the newest actions about them say, or whom no action made an operator. */
export function operatorsOffActions(reader: Reader): Promise<Finding[]> {
  const query = sql<FindingRow>`
    with ${EVENTS}, newest as (
      select address, max(id) filter (where action in ('operators.invite', 'operators.name')) as begun,
        max(id) filter (where action = 'operators.invite' or action = 'operators.name' and details ->> 'invitedBy' is null) as made,
        max(id) filter (where action <> 'operators.revoke') as ruled,
        max(id) filter (where action = 'operators.revoke') as ended
      from event group by address
    ), told as (
      select newest.address, concat_ws(', ', 'since ' || made.at_ms,
        case when begun.action = 'operators.invite' then concat_ws(' and ', 'invited by ' || begun.by, begun.details ->> 'approvedBy') end,
        ruled.details ->> 'roles', 'revoked by ' || ended.by || ' at ' || ended.at_ms) as words
      from newest left join event made on made.id = newest.made and made.address = newest.address
        left join event begun on begun.id = newest.begun and begun.address = newest.address
        left join event ruled on ruled.id = newest.ruled and ruled.address = newest.address
        left join event ended on ended.id = newest.ended and ended.address = newest.address and newest.ended > newest.begun
    ), kept as (
      select address, concat_ws(', ', 'since ' || invited_ms, case when invited_by is not null then concat_ws(' and ', 'invited by ' || invited_by, invited_with) end,
        array_to_string(roles, ','), 'revoked by ' || revoked_by || ' at ' || revoked_ms) as words
      from operator
    )
    select 'operator ' || coalesce(t.address, k.address) as "where", coalesce(t.words, 'no operator') as expected,
      coalesce(k.words, 'none') as found
    from told t full join kept k on k.address = t.address where t.words is distinct from k.words`
  return findingsIn(reader, 'operators = actions', query)
}

/** Actions of somebody who was no operator when they happened. Clocks of processes may differ by a minute. */
export function actionsOfNobody(reader: Reader): Promise<Finding[]> {
  const query = sql<FindingRow>`
    with ${EVENTS}, term as (
      select address, at_ms - ${SLACK_MS}::int as from_ms, (select min(over.at_ms) + ${SLACK_MS}::int from event over
        where over.address = event.address and over.action = 'operators.revoke' and over.id > event.id) as to_ms
      from event where action in ('operators.invite', 'operators.name'))
    select 'action ' || id as "where", 'of an operator' as expected, action || ' of ' || operator || ' at ' || at_ms as found
    from operator_action one where not exists (
      select from term where address = one.operator and one.at_ms >= from_ms and one.at_ms <= coalesce(to_ms, one.at_ms))`
  return findingsIn(reader, 'actions = operators', query)
}

const SLACK_MS = 60_000
