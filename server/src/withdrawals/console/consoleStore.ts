import type { Amount } from '@tickmark/core/money/money'
import {
  LIMIT_WINDOW_MS,
  onItsWayMs,
  STUCK_MS,
  VELOCITY_WINDOW_MS,
  WITHDRAWAL_STATES,
  type WithdrawalState,
} from '@tickmark/core/wallet/withdrawals'
import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../db/pool.ts'
import type { Queue } from '../../module/consolePart.ts'
import { HELD_MARK } from '../approval/voteStore.ts'
import type { PayingChains } from '../withdrawal/ports.ts'
import type { WithdrawalRow } from '../withdrawal/tables.ts'
import { withdrawalOfRow, type Withdrawal } from '../withdrawal/withdrawal.ts'

/** A withdrawal with its position among the requests and the operators' votes. */
export interface AskedWithdrawal {
  withdrawal: Withdrawal
  place: bigint
  /** When it is paid or returned by the house's promise, ms; null without a promise. */
  dueMs: number | null
  approvals: number
  rejections: number
  /** The operator's own vote; null without one. */
  ownVote: 'approve' | 'reject' | null
}

export interface WithdrawalQuery {
  /** Those waiting for operators or stuck, oldest first; overdue ones, the latest first; otherwise all, newest first. */
  view: 'waiting' | 'stuck' | 'overdue' | 'all'
  stuck: StuckTerms
  operator: string
  /** The position of the last one on the previous page; null for the first page. */
  after: bigint | null
  most: number
  state?: WithdrawalState | undefined
  currencyId?: number | undefined
  userId?: number | undefined
  /** The beginning of the owner's or the destination address, in any spelling. */
  begins?: string | undefined
}

type Row = WithdrawalRow & {
  due: bigint | null
  approvals: bigint
  rejections: bigint
  own_vote: boolean | null
}

const WAITING = sql`w.needs_approval and w.state in (${sql.lit(WITHDRAWAL_STATES.requested)},
  ${sql.lit(WITHDRAWAL_STATES.held_new_address)}) and w.state <= ${sql.lit(WITHDRAWAL_STATES.broadcast)}`

/** The facts that decide whether a withdrawal is stuck. */
export interface StuckTerms {
  chains: Pick<PayingChains, 'all'>
  nowMs: number
}

/**
 * The time (ms) since when a withdrawal in progress needs no decision and yet stays unchanged: its wait is over, it is approved,
 * or its payment should have been final.
 */
function freeSince({ chains, nowMs }: StuckTerms): RawBuilder<bigint> {
  const cases = chains
    .all()
    .map(({ chain }) => sql`when ${sql.lit(chain.id)} then ${sql.lit(onItsWayMs(chain))}`)
  const onItsWay = cases.length === 0 ? sql`0` : sql`(case w.chain ${sql.join(cases, sql` `)} else 0 end)`
  return sql`(case
    when w.state = ${sql.lit(WITHDRAWAL_STATES.broadcast)} then w.state_at + ${onItsWay}
    when w.state >= ${sql.lit(WITHDRAWAL_STATES.approved)} then w.state_at
    else greatest(w.state_at, w.address_from,
      case when w.needs_approval then w.requested_at + (select silence_ms(${BigInt(nowMs)})) else 0 end)
    end)`
}

/** A payment of a user under a security hold waits for the end of the hold, and is not stuck. */
function isStuck(terms: StuckTerms): RawBuilder<boolean> {
  return sql`(w.state <= ${sql.lit(WITHDRAWAL_STATES.broadcast)}
    and ${freeSince(terms)} < ${BigInt(terms.nowMs - STUCK_MS)}
    and not ${HELD_MARK.holds(sql`w.user_id`, terms.nowMs)})`
}

/** Number of stuck withdrawals, and since when the oldest is stuck (ms). */
export async function stuckWithdrawals(reader: Reader, terms: StuckTerms): Promise<Waiting> {
  const { rows } = await sql<{ count: bigint; oldest: bigint | null }>`
    select count(*) as count, min(${freeSince(terms)}) as oldest from withdrawal w where ${isStuck(terms)}`.execute(
    reader,
  )
  return waitingOf(rows[0])
}

/** The promised time (ms), as it was signed; null without a promise. */
const DUE = sql<
  bigint | null
>`(select (p.text::json ->> 'due')::bigint from withdrawal_promise p where p.withdrawal = w.id)`

/** Neither paid nor returned after the promised time, whatever the reason. */
function isOverdue(nowMs: number): RawBuilder<boolean> {
  return sql`(w.state <= ${sql.lit(WITHDRAWAL_STATES.broadcast)} and ${DUE} < ${BigInt(nowMs)})`
}

/** Number of overdue withdrawals, and the promised time of the latest (ms). */
export async function overdueWithdrawals(reader: Reader, nowMs: number): Promise<Waiting> {
  const { rows } = await sql<{ count: bigint; oldest: bigint | null }>`
    select count(*) as count, min(${DUE}) as oldest from withdrawal w where ${isOverdue(nowMs)}`.execute(
    reader,
  )
  return waitingOf(rows[0])
}

/** A page of withdrawals, as operators see them. */
export async function askedWithdrawals(reader: Reader, query: WithdrawalQuery): Promise<AskedWithdrawal[]> {
  const { view, after, state, currencyId, userId, begins } = query
  const shown = {
    waiting: WAITING,
    stuck: isStuck(query.stuck),
    overdue: isOverdue(query.stuck.nowMs),
    all: sql`true`,
  }
  const conditions = [
    shown[view],
    ...(after === null ? [] : [isAfter(view, after)]),
    ...(state === undefined ? [] : [sql`w.state = ${WITHDRAWAL_STATES[state]}`]),
    ...(currencyId === undefined ? [] : [sql`w.currency = ${currencyId}`]),
    ...(userId === undefined ? [] : [sql`w.user_id = ${BigInt(userId)}`]),
    ...(begins === undefined
      ? []
      : [sql`(starts_with(lower(w.account), ${begins}) or starts_with(lower(w.destination), ${begins}))`]),
  ]
  const { rows } = await sql<Row>`
    select w.*, ${DUE} as due, ${votesOf(query.operator)} from withdrawal w
    where ${sql.join(conditions, sql` and `)} order by ${ORDERS[view]} limit ${query.most}`.execute(reader)
  return rows.map(askedOfRow)
}

const ORDERS = {
  waiting: sql`w.place`,
  stuck: sql`w.place`,
  overdue: sql`due, w.place`,
  all: sql`w.place desc`,
}

/** Those that come after the one at a position, in the order of the view. */
function isAfter(view: WithdrawalQuery['view'], place: bigint): RawBuilder<boolean> {
  if (view === 'all') return sql`w.place < ${place}`
  if (view !== 'overdue') return sql`w.place > ${place}`
  return sql`(${DUE}, w.place) > (select ${DUE}, w.place from withdrawal w where w.place = ${place})`
}

/** One withdrawal; null for an unknown id. */
export async function askedWithdrawal(
  reader: Reader,
  id: string,
  operator: string,
): Promise<AskedWithdrawal | null> {
  const { rows } = await sql<Row>`
    select w.*, ${DUE} as due, ${votesOf(operator)} from withdrawal w where w.id = ${id}::uuid`.execute(
    reader,
  )
  return rows[0] ? askedOfRow(rows[0]) : null
}

function votesOf(operator: string) {
  return sql`
    (select count(*) from withdrawal_vote v where v.withdrawal = w.id and v.approves and decides_withdrawals(v.operator, v.at)) as approvals,
    (select count(*) from withdrawal_vote v where v.withdrawal = w.id and not v.approves and decides_withdrawals(v.operator, v.at)) as rejections,
    (select v.approves from withdrawal_vote v where v.withdrawal = w.id and v.operator = ${operator}) as own_vote`
}

function askedOfRow({ due, approvals, rejections, own_vote: own, ...row }: Row): AskedWithdrawal {
  return {
    withdrawal: withdrawalOfRow(row),
    place: row.place,
    dueMs: due === null ? null : Number(due),
    approvals: Number(approvals),
    rejections: Number(rejections),
    ownVote: own === null ? null : own ? 'approve' : 'reject',
  }
}

/** Number of withdrawals waiting for operators, and since when the oldest waits (ms). */
export async function waitingForOperators(reader: Reader): Promise<Waiting> {
  const { rows } = await sql<{ count: bigint; oldest: bigint | null }>`
    select count(*) as count, min(w.requested_at) as oldest from withdrawal w where ${WAITING}`.execute(
    reader,
  )
  return waitingOf(rows[0])
}

type Waiting = Omit<Queue, 'name'>

function waitingOf(row: { count: bigint; oldest: bigint | null } | undefined): Waiting {
  const oldest = row?.oldest ?? null
  return { waiting: Number(row?.count ?? 0n), oldestAtMs: oldest === null ? null : Number(oldest) }
}

/**
 * The sums that counted against the limits when a withdrawal was requested. Other withdrawals that have since ended without a
 * payment are left out.
 */
export async function countedBefore(
  reader: Reader,
  { withdrawal: { userId, currencyId, requestedAtMs }, place }: Pick<AskedWithdrawal, 'withdrawal' | 'place'>,
): Promise<{ own: Amount; unasked: Amount }> {
  const { rows } = await sql<{ own: string; unasked: string }>`
    select coalesce(sum(amount) filter (where user_id = ${BigInt(userId)}
        and requested_at > ${BigInt(requestedAtMs - LIMIT_WINDOW_MS)}), 0) as own,
      coalesce(sum(amount) filter (where not needs_approval
        and requested_at > ${BigInt(requestedAtMs - VELOCITY_WINDOW_MS)}), 0) as unasked
    from withdrawal
    where currency = ${currencyId} and place < ${place} and state < ${WITHDRAWAL_STATES.cancelled}
      and requested_at > ${BigInt(requestedAtMs - LIMIT_WINDOW_MS)}`.execute(reader)
  return { own: BigInt(rows[0]?.own ?? 0), unasked: BigInt(rows[0]?.unasked ?? 0) }
}

/** The withdrawals that a text names: by id, transaction or destination address. */
export async function findWithdrawals(reader: Reader, text: string, most: number): Promise<Withdrawal[]> {
  const key = text.toLowerCase()
  const { rows } = await sql<WithdrawalRow>`
    select w.* from withdrawal w where w.id = (case when ${key} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${key} end)::uuid
      or w.id in (select t.withdrawal from withdrawal_tx t where t.txid = ${key})
      or lower(w.destination) = ${key}
    order by w.place desc limit ${most}`.execute(reader)
  return rows.map(withdrawalOfRow)
}
