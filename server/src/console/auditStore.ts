import { sql } from 'kysely'
import type { Reader } from '../db/pool.ts'
import type { Finding } from '../module/finding.ts'
import { findingsIn, type FindingRow } from '../module/findingStore.ts'

/**
 * Proposals and decisions without their operator's logged action, and logged actions without their proposal or decision. Each has
 * exactly one counterpart with the same operator, time and payload, and a decision names its proposal's proposer and times: those
 * with which the table compares the decision's own.
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
 * Approvals of proposals by the hand that made them (`hand_of`), or by nobody. An invitation after the approval may have made two
 * operators one hand. In a sandbox without others, one hand decides.
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
