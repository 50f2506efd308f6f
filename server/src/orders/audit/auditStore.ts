import { type RawBuilder, sql } from 'kysely'
import { int8s, uuids } from '../../db/arrays.ts'
import { type Kinds, packed, unpacked } from '../../db/packedRows.ts'
import type { Reader } from '../../db/pool.ts'
import { FIRST_ID } from '../../db/timeId.ts'
import { type Finding, MOST_FINDINGS } from '../../module/finding.ts'
import type { AuditedPart } from '../../module/auditRule.ts'
import { findingsIn, type FindingRow } from '../../module/findingStore.ts'
import { pagesAhead } from '../../module/pagesAhead.ts'
import { OPEN_IDS, ofTouched, touched } from './auditTouchedStore.ts'
import { PLACED_COLUMNS, RESULT_COLUMNS, type ResultRow } from '../order/columns.ts'
import type { LoggedOrder } from '../order/fixings.ts'
import type { PriceBasis, Terms } from '@tickmark/core/orders/terms'
import {
  type Order,
  orderOfRow,
  orderWith,
  type PlacedRow,
  termsOfRow,
  type TermsRow,
} from '../order/order.ts'
import { ordersQuery } from '../order/orderViewStore.ts'

/** An account whose stakes and profits differ from the sums over its open orders. */
export interface StakeGap {
  id: bigint
  expected: string
  found: string
}

/** An order with the leaf of its ticket; null when its batch has no such leaf. */
export interface TicketedOrder {
  order: Order
  ticketLeaf: Buffer | null
  /** Hash of the owner's consent to the order, in hex; '' when there is none. */
  consent: string
}

/** A finished order with the leaves of its ticket and its receipt; null when a batch has no such leaf. */
export type AuditedOrder = LoggedOrder &
  TicketedOrder & {
    leaf: Buffer | null
    /** Hash of the owner's consent to an early close, in hex; '' when there is none. */
    closeConsent: string
  }

const PAGE = 5_000

/** The accounts whose stakes or profits differ from the sums over open orders: each user's available account, and escrow. */
export async function accountsOffStakes(reader: Reader, since: AuditedPart | null): Promise<StakeGap[]> {
  const { rows } = await sql<StakeGap>`
    with ${ordersQuery()}, open as materialized (select user_id, book, currency, stake, fee, profit from ${openSince(since)} o)
    select coalesce(a.id, o.id) as id,
      coalesce(o.stakes, 0) || ' at stake, ' || coalesce(o.profits, 0) || ' to win' as expected,
      coalesce(a.at_stake, 0) || ' at stake, ' || coalesce(a.may_win, 0) || ' to win'
        || case when a.id & 15 = 2 then ', ' || a.balance || ' held' else '' end as found
    from (select id, at_stake, may_win, balance from account
      where id & 15 = 2 or at_stake <> 0 or may_win <> 0) a
    full join (
      select id, sum(stake + fee) as stakes, sum(profit) as profits from (
        select user_id * 1024 + book * 512 + currency * 16 + 1 as id, stake, fee, profit from open
        union all
        select book * 512 + currency * 16 + 2, stake, fee, profit from open) as side
      group by id) o on o.id = a.id
    where (coalesce(o.stakes, 0), coalesce(o.profits, 0)) <> (coalesce(a.at_stake, 0), coalesce(a.may_win, 0))
      or a.id & 15 = 2 and a.balance <> coalesce(o.stakes + o.profits, 0)
    order by 1 limit ${MOST_FINDINGS}`.execute(reader)
  return rows
}

/** All open orders. A whole audit reads them from the journal, a step by the lists of due orders. */
const openSince = (since: AuditedPart | null) =>
  since === null
    ? sql`(select * from orders where outcome is null)`
    : sql`(select * from orders where id in (${OPEN_IDS}))`

/** Open orders that no list has for their due second, so that nobody would settle them. */
export function ordersNotListed(reader: Reader, since: AuditedPart | null): Promise<Finding[]> {
  const query = sql<FindingRow>`
    with ${ordersQuery()}
    select 'order ' || o.id as "where", 'listed for ' || o.due_at_ms as expected, 'not listed' as found
    from orders o where o.outcome is null and ${since === null ? sql`true` : sql`o.accepted_at_ms > ${since.atMs}::bigint`} and not exists (
      select from (select due_at_ms, batch, unnest(ids) as id from due_batch) d
      where d.id = o.id and d.due_at_ms = o.due_at_ms and d.batch = o.batch)`
  return findingsIn(reader, 'open orders = due lists', query)
}

/**
 * Listed orders of another second or batch than their list's, or that are listed twice: they might be decided at another time.
 */
export function falselyListed(reader: Reader): Promise<Finding[]> {
  const query = sql<FindingRow>`
    select 'order ' || one as "where", 'listed once, for its due second' as expected,
      'in the list of ' || due_at_ms || ' of batch ' || batch as found
    from (
      select due_at_ms, batch, one, count(*) over (partition by one) as times
      from due_batch list cross join unnest(list.ids) as one) as listed
    where times > 1 or not exists (
      select from placed_order p
      where p.id = listed.one and p.due_at_ms = listed.due_at_ms and p.batch = listed.batch)
    order by 1, 3 limit ${MOST_FINDINGS}`
  return findingsIn(reader, 'due lists = open orders', query)
}

/** Every order moves what was recorded at its placing and, once finished, at its settlement; nothing else was recorded. */
export function orderPostingGaps(reader: Reader, since: AuditedPart | null): Promise<Finding[]> {
  // The columns of the orders that a step compares, found once.
  const one =
    since === null
      ? sql`asked (id) as (select null::uuid where false), one as not materialized (select * from orders)`
      : sql`asked (id) as materialized (${touched(since)}), one as materialized (
          select id, user_id, book, currency, stake, fee, profit, batch, outcome, net, receipt_batch from asked join orders using (id))`
  const recorded =
    since === null
      ? sql`order_posting`
      : sql`(select * from order_posting where at_ms > ${since.atMs}::bigint or (batch, cause) in (
          select batch, 1 from one union select receipt_batch, 2 from one))`
  const query = sql<FindingRow>`
    with ${ordersQuery()}, ${one}, expected as (
      select 1 as cause, id, batch, user_id * 1024 + book * 512 + currency * 16 + 1 as account, stake + fee as of_user, profit as of_bankroll, null::bigint as of_fees
      from one
      union all
      select 2, id, receipt_batch, account, to_user, whole - to_user - to_fees, to_fees from (
        select id, receipt_batch, user_id * 1024 + book * 512 + currency * 16 + 1 as account, net + stake + fee as to_user,
          case when outcome in (1, 2, 5) then fee else 0 end as to_fees, stake + profit + fee as whole
        from one where outcome is not null) as done
    ), found as (
      select cause, batch, item.* from ${recorded} list, unnest(list.ids, list.accounts, list.of_users, list.of_bankrolls, list.of_fees)
        as item (id, account, of_user, of_bankroll, of_fees)
      where ${since === null ? sql`true` : sql`item.id in (select id from asked)`}
    )
    select 'order ' || coalesce(e.id, f.id) || case coalesce(e.cause, f.cause) when 1 then ' placed' else ' settled' end as "where",
      case when e.id is null then 'none' else concat_ws(' ', e.account || ':', e.of_user, e.of_bankroll, e.of_fees) end as expected,
      case when f.id is null then 'none' else concat_ws(' ', f.account || ':', f.of_user, f.of_bankroll, f.of_fees) end as found
    from expected e full join found f on f.id = e.id and f.cause = e.cause and f.batch = e.batch
    where e.id is null or f.id is null
      or (e.account, e.of_user, e.of_bankroll, e.of_fees) is distinct from (f.account, f.of_user, f.of_bankroll, f.of_fees)
    union all
    select 'order ' || id, 'recorded once', count(*) || ' times' from found group by id, cause having count(*) > 1`
  return findingsIn(reader, 'orders = postings', query)
}

type FinishedRow = ResultRow & {
  log_seq: bigint | null
  consent: Buffer | null
  close_consent: Buffer | null
}

const FINISHED_COLUMNS: Kinds<FinishedRow> = {
  ...RESULT_COLUMNS,
  log_seq: 'int8',
  consent: 'bytea',
  close_consent: 'bytea',
}

/** Hashes of the texts by which the owner of the order `o` placed and closed it. */
const CONSENTS = sql`
  left join lateral (
    select string_agg(hash, '') filter (where not closes) as consent, string_agg(hash, '') filter (where closes) as close_consent
    from order_consent where order_id = o.id and not refused and not hosts) c on true`

/** What an order's result adds to the order as it was placed. */
const RESULTS = Object.keys(RESULT_COLUMNS).filter((name) => !(name in PLACED_COLUMNS))

/**
 * All finished orders by id, of all outcomes or closed early, page by page; with `since`, those placed or finished after that
 * audit. Ids are in order of time, so that a page's rows, batches and prices lie together. While the caller checks a page, the
 * database reads the next one.
 */
export function finishedPages(
  reader: Reader,
  which: 'all' | 'closed',
  since: AuditedPart | null,
): AsyncGenerator<AuditedOrder[]> {
  const isAsked = sql`(outcome = 5 or ${which === 'all'})`
  if (since !== null)
    return ofTouched(reader, since, PAGE, (ids) =>
      finishedOf(
        reader,
        // The order of the nested loops: a page's ids are probed one after the other in both tables.
        sql`(select id from unnest(${uuids(ids)}::uuid[]) as each (id) offset 0) as asked
          cross join lateral (select * from settled_order where id = asked.id and ${isAsked} offset 0) as s
          cross join lateral (select * from placed_order where id = asked.id offset 0) as p`,
      ),
    )
  // The bound on both tables keeps a page from reading one of them from its beginning.
  return pagesAhead<AuditedOrder>(PAGE, (last) => {
    const after = last?.order.id ?? FIRST_ID
    return finishedOf(
      reader,
      sql`placed_order p join settled_order s on s.id = p.id
        where p.id > ${after}::uuid and s.id > ${after}::uuid and ${isAsked} order by p.id limit ${PAGE}`,
    )
  })
}

/** Reads finished orders by id; `page` is what follows `from`, with their rows as `p` and those of their results as `s`. */
async function finishedOf(reader: Reader, page: RawBuilder<unknown>): Promise<AuditedOrder[]> {
  const query = sql<FinishedRow>`
    select o.*, t.log_seq, c.consent, c.close_consent
    from (select p.*, ${sql.join(RESULTS.map((name) => sql.ref(`s.${name}`)))} from ${page}) as o
    left join ticket_batch t on t.id = o.batch ${CONSENTS}
    order by o.id`
  const { rows } = await packed(FINISHED_COLUMNS, query).execute(reader)
  const finished = unpacked(FINISHED_COLUMNS, rows)
  const tickets = await leavesOf(reader, 'tickets', new Set(finished.map((row) => row.batch)))
  const receipts = await leavesOf(reader, 'receipts', new Set(finished.map((row) => row.receipt_batch)))
  return finished.map((row) => ({
    order: orderOfRow(row),
    // No tick follows a ticket that the log lacks.
    ticketSeq: row.log_seq === null ? Infinity : Number(row.log_seq),
    ticketLeaf: leafAt(tickets.get(row.batch), row.ticket_index),
    leaf: leafAt(receipts.get(row.receipt_batch), row.receipt_index),
    consent: hexOrNone(row.consent),
    closeConsent: hexOrNone(row.close_consent),
  }))
}

type OpenRow = PlacedRow & { consent: Buffer | null }

const OPEN_COLUMNS: Kinds<OpenRow> = { ...PLACED_COLUMNS, consent: 'bytea' }

/** All orders that are listed for their due seconds, page by page. */
export function openPages(reader: Reader): AsyncGenerator<TicketedOrder[]> {
  return pagesAhead<TicketedOrder>(PAGE, (last) => openAfter(reader, last?.order.id ?? FIRST_ID))
}

async function openAfter(reader: Reader, after: string): Promise<TicketedOrder[]> {
  const query = sql<OpenRow>`
    select o.*, c.consent
    from (
      select p.* from (select distinct one as id from (${OPEN_IDS}) as listed where one > ${after}::uuid order by 1 offset 0) as asked
        cross join lateral (select * from placed_order where id = asked.id offset 0) as p order by asked.id limit ${PAGE}) as o
    ${CONSENTS}
    order by o.id`
  const { rows } = await packed(OPEN_COLUMNS, query).execute(reader)
  const open = unpacked(OPEN_COLUMNS, rows)
  const leaves = await leavesOf(reader, 'tickets', new Set(open.map((row) => row.batch)))
  return open.map((row) => ({
    order: orderWith(row, null),
    ticketLeaf: leafAt(leaves.get(row.batch), row.ticket_index),
    consent: hexOrNone(row.consent),
  }))
}

function hexOrNone(bytes: Buffer | null): string {
  return bytes?.toString('hex') ?? ''
}

/** The leaves of batches, one value for each batch: taking out single leaves costs PostgreSQL 3 µs an order. */
async function leavesOf(
  reader: Reader,
  kind: 'tickets' | 'receipts',
  batches: ReadonlySet<bigint | null>,
): Promise<Map<bigint | null, Buffer>> {
  const { rows } = await sql<{ id: bigint; leaves: Buffer }>`
    select id, leaves from ${sql.table(BATCH_TABLES[kind])} where id = any(${int8s([...batches].map(Number))}::bigint[])`.execute(
    reader,
  )
  return new Map(rows.map(({ id, leaves }) => [id, leaves]))
}

function leafAt(leaves: Buffer | undefined, index: number | null): Buffer | null {
  const leaf = index === null ? undefined : leaves?.subarray(32 * index, 32 * index + 32)
  return leaf?.length === 32 ? leaf : null
}

const begun = ({ atMs }: AuditedPart) => sql`
  select id from placed_order where accepted_at_ms > ${atMs}::bigint union ${OPEN_IDS}`

/** Orders with the same terms under the same entries of the log. */
export interface PricedAlike {
  terms: Terms
  basis: PriceBasis
  /** The id of one of them, and their number. */
  id: string
  count: number
  /** When the first and the last of them were accepted. */
  firstMs: number
  lastMs: number
}

/** All orders, open ones too, grouped by the basis of their price; with `since`, those placed after that audit or still open. */
export async function readPriced(reader: Reader, since: AuditedPart | null): Promise<PricedAlike[]> {
  const { rows } = await sql<
    TermsRow & Record<'model_seq' | 'rules_seq' | 'first' | 'last' | 'count', bigint> & { id: string }
  >`
    select model_seq, rules_seq, pid, duration_id, direction, barrier_ppm, rate_pct, chance_ppm, margin_ppm,
      min(id::text) as id, count(*) as count, min(accepted_at_ms) as first, max(accepted_at_ms) as last
    from placed_order where ${since === null ? sql`true` : sql`id in (${begun(since)})`}
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9 order by 1, 2, 3, 4, 5, 6, 7, 8, 9`.execute(reader)
  return rows.map((row) => ({
    terms: termsOfRow(row),
    basis: { model: Number(row.model_seq), rules: Number(row.rules_seq) },
    id: row.id,
    count: Number(row.count),
    firstMs: Number(row.first),
    lastMs: Number(row.last),
  }))
}

/** A `tickets` or `receipts` entry of the log with the batches that name it, by number. */
export interface LoggedBatches {
  seq: number
  body: string
  batches: { id: number; root: Uint8Array; leaves: Uint8Array[] }[]
}

const BATCH_TABLES = { tickets: 'ticket_batch', receipts: 'receipt_batch' } as const
const ENTRIES = 500

/** The next entries of a kind after a place in the log. */
export async function batchesAfter(
  reader: Reader,
  kind: 'tickets' | 'receipts',
  after: number,
): Promise<LoggedBatches[]> {
  const { rows } = await sql<{ seq: bigint; body: string; id: bigint | null; root: Buffer; leaves: Buffer }>`
    select e.seq, e.body, b.id, b.root, b.leaves
    from (select seq, body from log_entry where kind = ${kind} and kind <> 'tick' and seq > ${after}
      order by seq limit ${ENTRIES}) e
    left join ${sql.table(BATCH_TABLES[kind])} b on b.log_seq = e.seq
    order by e.seq, b.id`.execute(reader)
  const entries = new Map<number, LoggedBatches>()
  for (const { seq, body, id, root, leaves } of rows) {
    const entry = entries.get(Number(seq)) ?? { seq: Number(seq), body, batches: [] }
    if (id !== null) entry.batches.push({ id: Number(id), root, leaves: hashesOf(leaves) })
    entries.set(entry.seq, entry)
  }
  return [...entries.values()]
}

function hashesOf(leaves: Buffer): Uint8Array[] {
  return Array.from({ length: leaves.length / 32 }, (_, i) => leaves.subarray(i * 32, i * 32 + 32))
}

/** Batches that name a log entry of another kind or a missing one, among the entries after `afterSeq` and those before the first. */
export function batchesElsewhere(
  reader: Reader,
  kind: 'tickets' | 'receipts',
  afterSeq: number,
): Promise<Finding[]> {
  const query = sql<FindingRow>`
    select 'batch ' || b.id as "where", ${kind}::text || ' entry ' || b.log_seq as expected,
      coalesce(e.kind, 'none') as found
    from ${sql.table(BATCH_TABLES[kind])} b left join log_entry e on e.seq = b.log_seq
    where (b.log_seq > ${afterSeq}::bigint or b.log_seq < 1) and e.kind is distinct from ${kind}::text`
  return findingsIn(reader, 'entry = batches', query)
}
