import { CURRENCIES } from '@tickmark/core/money/currencies'
import {
  CANCELLED_BY_OWNER,
  LIMIT_WINDOW_MS,
  OPERATORS_NEEDED,
  unaskedBounds,
  VELOCITY_WINDOW_MS,
  WITHDRAWAL_STATES,
} from '@tickmark/core/wallet/withdrawals'
import { sql } from 'kysely'
import type { Reader } from '../../db/pool.ts'
import type { Finding } from '../../module/finding.ts'
import { findingsIn, type FindingRow } from '../../module/findingStore.ts'
import type {} from '../withdrawal/tables.ts'

/** Each vote on a withdrawal has its logged operator action, and each such action its vote. */
export function votesOffActions(reader: Reader): Promise<Finding[]> {
  const query = sql<FindingRow>`
    select coalesce(v.subject, d.subject) || ' ' || coalesce(v.operator, d.operator) as "where",
      coalesce(d.words, 'no action') as expected, coalesce(v.words, 'no vote') as found
    from (select 'withdrawal ' || withdrawal as subject, operator,
        case when approves then 'withdrawal.approve' else 'withdrawal.reject ' || reason end || ' ' || at as words,
        row_number() over (partition by withdrawal, operator order by at) as nth
      from withdrawal_vote) v
    full join (select subject, operator, action || coalesce(' ' || (details ->> 'reason'), '') || ' ' || at_ms as words,
        row_number() over (partition by subject, operator order by id) as nth
      from operator_action where action in ('withdrawal.approve', 'withdrawal.reject')) d
      on d.subject = v.subject and d.operator = v.operator and d.nth = v.nth
    where d.words is distinct from v.words`
  return findingsIn(reader, 'votes = actions', query)
}

/** Each proposal of a hold has its logged operator action, and each such action its proposal. */
export function holdsOffActions(reader: Reader): Promise<Finding[]> {
  const query = sql<FindingRow>`
    select coalesce(h.subject, d.subject) || ' ' || coalesce(h.operator, d.operator) as "where",
      coalesce(d.words, 'no action') as expected, coalesce(h.words, 'no hold') as found
    from (select 'case ' || case_id as subject, operator, user_id || ' ' || reason || ' ' || until || ' ' || at as words
      from security_hold) h
    full join (select subject, operator, (details ->> 'user') || ' ' || (details ->> 'reason') || ' '
        || (details ->> 'until') || ' ' || at_ms as words
      from operator_action where action = 'withdrawal.hold') d
      on d.subject = h.subject and d.operator = h.operator
    where d.words is distinct from h.words`
  return findingsIn(reader, 'holds = actions', query)
}

/**
 * Two votes stand behind every rejection, and behind every approval that operators were asked for and gave before silence did.
 * With two parallel calls, the deciding one may have begun first.
 */
export function decisionsOffVotes(reader: Reader): Promise<Finding[]> {
  const { rejected, approved } = WITHDRAWAL_STATES
  const query = sql<FindingRow>`
    select 'withdrawal ' || w.id as "where", ${String(OPERATORS_NEEDED)} || ' votes' as expected, v.count || ' votes' as found
    from withdrawal w
    join withdrawal_step s on s.withdrawal = w.id and s.state in (${sql.lit(rejected)}, ${sql.lit(approved)})
    cross join lateral (select count(distinct operator) as count from withdrawal_vote
      where withdrawal = w.id and approves = (s.state = ${sql.lit(approved)}) and at <= s.at + ${SLACK_MS}::bigint) v
    where v.count < ${OPERATORS_NEEDED} and (s.state = ${sql.lit(rejected)}
      or w.needs_approval and s.at < w.requested_at + silence_ms(s.at))`
  return findingsIn(reader, 'decisions = votes', query)
}

/**
 * Operators were asked about a withdrawal exactly when the sums at that time required it. Times of calls and steps may differ by
 * a minute from the order of writing, so anything that close passes either way. Each request reads the two days around it by the
 * index `withdrawal_by_time`.
 */
export function askedOffSums(reader: Reader): Promise<Finding[]> {
  const { cancelled } = WITHDRAWAL_STATES
  const bounds = CURRENCIES.map(({ id, code }) => {
    const { own, everybody } = unaskedBounds(code)
    return sql`(${sql.lit(id)}, ${own}::numeric, ${everybody}::numeric)`
  })
  const within = (windowMs: number, slackMs: number) =>
    sql`o.requested_at > w.requested_at - ${windowMs}::bigint + ${slackMs}::bigint`
  const counted = (slackMs: number) => sql`(o.ended is null or o.ended > w.requested_at + ${slackMs}::bigint)`
  const own = (slackMs: number) => sql`coalesce(sum(o.amount) filter (where o.user_id = w.user_id
    and ${within(LIMIT_WINDOW_MS, slackMs)}
    and (${counted(slackMs)} or (o.reason = ${CANCELLED_BY_OWNER} and not o.needs_approval))), 0)`
  const unasked = (slackMs: number) => sql`coalesce(sum(o.amount) filter (where not o.needs_approval
    and ${within(VELOCITY_WINDOW_MS, slackMs)} and ${counted(slackMs)}), 0)`
  const query = sql<FindingRow>`
    select 'withdrawal ' || w.id as "where", case when w.needs_approval then 'not asked' else 'asked' end as expected,
      case when w.needs_approval then 'asked' else 'not asked' end as found
    from withdrawal w join (values ${sql.join(bounds)}) bound (currency, own, everybody) using (currency)
    cross join lateral (
      select ${own(SLACK_MS)} as own_least, ${own(-SLACK_MS)} as own_most,
        ${unasked(SLACK_MS)} as unasked_least, ${unasked(-SLACK_MS)} as unasked_most
      from (select before.*, (select min(at) from withdrawal_step
            where withdrawal = before.id and state >= ${sql.lit(cancelled)}) as ended
          from withdrawal before where before.currency = w.currency and before.place < w.place
            and before.requested_at between w.requested_at - ${LIMIT_WINDOW_MS + SLACK_MS}::bigint
              and w.requested_at + ${LIMIT_WINDOW_MS}::bigint) o) s
    where case when w.needs_approval
      then s.own_most + w.amount <= bound.own and s.unasked_most + w.amount <= bound.everybody
      else s.own_least + w.amount > bound.own or s.unasked_least + w.amount > bound.everybody end`
  return findingsIn(reader, 'asked = sums', query)
}

const SLACK_MS = 60_000
