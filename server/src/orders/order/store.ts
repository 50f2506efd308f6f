import { codeOfBook, type Book } from '@tickmark/core/money/currencies'
import type { Amount } from '@tickmark/core/money/money'
import { accept, refuse, type Decision } from '@tickmark/core/decision'
import { decidingSeconds, dueAtMs } from '@tickmark/core/market/fixing'
import { durationById, DURATIONS } from '@tickmark/core/orders/durations'
import type { Outcome } from '@tickmark/core/orders/terms'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../db/pool.ts'
import { leastTimeId } from '../../db/timeId.ts'
import { codeOfOutcome, orderOfRow, type Order } from './order.ts'
import type { BatchTable, OrderRow } from './tables.ts'

export interface OrderPage {
  list: Order[]
  total: number
}

/** An own order; null when the id is unknown or belongs to another user. */
export async function orderById(reader: Reader, userId: number, orderId: string): Promise<Order | null> {
  const row = await reader
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', BigInt(userId))
    .where('id', '=', orderId)
    .executeTakeFirst()
  return row ? orderOfRow(row) : null
}

/** The order placed earlier with a key, if any; refuses a key that was used for another request. */
export async function earlierOrder(
  reader: Reader,
  userId: number,
  key: string,
  fingerprint: string,
): Promise<Decision<Order | null, { code: 'key_reused' }>> {
  const row = await reader
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', BigInt(userId))
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row) return accept(null)
  return row.fingerprint === fingerprint ? accept(orderOfRow(row)) : refuse({ code: 'key_reused' })
}

/** Which of a user's orders: only those on a product, or with an outcome, when one is named. */
export interface OrdersLike {
  userId: number
  book: Book
  pid?: number | undefined
  outcome?: Outcome | undefined
}

export interface ListQuery extends OrdersLike {
  status: 'open' | 'finished'
  pageSize: number
  /** Counted from 0. Ignored when `before` is given. */
  page?: number
  /** Only orders that come after this one: keyset paging, which does not shift when orders come or finish. */
  before?: string
}

/** Own orders of a book: the open ones newest first (ids are in time order), the finished ones last ended first. */
export function listOrders(reader: Reader, query: ListQuery): Promise<OrderPage> {
  return query.status === 'open' ? newest(reader, query) : lastEnded(reader, query)
}

/** Ids from one on and before another; all from the first or up to the last when one is absent. */
export interface IdSpan {
  from?: string
  before?: string
}

/** The user's orders in a span of ids, open or finished, as a table. */
export function ordersOf(userId: number, { from, before }: IdSpan = {}): RawBuilder<OrderRow> {
  const bounds = [sql`${BigInt(userId)}::bigint`]
  if (from !== undefined) bounds.push(sql`from_id => ${from}::uuid`)
  if (before !== undefined) bounds.push(sql`before_id => ${before}::uuid`)
  return sql<OrderRow>`orders_of(${sql.join(bounds)})`
}

/** The user's open orders, as a table. */
export const openOf = (userId: number) => sql<OrderRow>`open_orders_of(array[${BigInt(userId)}::bigint])`

async function newest(reader: Reader, query: ListQuery): Promise<OrderPage> {
  const { userId, pageSize, page = 0, before } = query
  const mine = ordersLike(reader, query, openOf(userId))
  const counted = await mine.select((all) => all.fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow()
  const list = mine.selectAll().orderBy('id', 'desc').limit(pageSize)
  const rows = await (
    before === undefined ? list.offset(page * pageSize) : list.where('id', '<', before)
  ).execute()
  return { list: rows.map(orderOfRow), total: Number(counted.total) }
}

/** When a finished order ended: at its due time, however late it was settled, unless its owner closed it. */
const ENDED = sql<bigint>`case when outcome = ${sql.lit(codeOfOutcome('closed'))} then settled_at_ms else due_at_ms end`
/** An id is at most this much older than the acceptance of its order: it can be of the signing. */
const ID_BEFORE_MS = 10_000
/** From the making of an order's id to its end. */
const LONGEST_MS = Math.max(...DURATIONS.map((one) => dueAtMs(999, one.seconds))) + ID_BEFORE_MS

/**
 * A page of finished orders by their ends. They are found by their ids: those that were placed last tell since when at
 * the latest the page's orders ended, and so since when they were placed.
 */
async function lastEnded(reader: Reader, query: ListQuery): Promise<OrderPage> {
  const { pageSize, page = 0, before } = query
  const mark = before === undefined ? null : await endOf(reader, query, before)
  const isAfter =
    mark === null
      ? sql<boolean>`true`
      : sql<boolean>`(${ENDED}, id) < (${mark?.ended ?? null}::bigint, ${before}::uuid)`
  const skipped = mark === null ? page * pageSize : 0
  const needed = skipped + pageSize
  const mine = finishedLike(reader, query).select(['id', ENDED.as('ended'), isAfter.as('is_after')])
  const { rows: found } = await sql<{
    total: bigint
    first: string | null
    got: bigint
    since: bigint | null
  }>`
    with mine as materialized (${mine}),
      newest as (select id, ended from mine where is_after order by id desc limit ${needed})
    select (select count(*) from mine) as total, (select id from mine order by id limit 1) as first,
      count(*) as got, min(ended) as since from newest`.execute(reader)
  const { total = 0n, first = null, got = 0n, since = null } = found[0] ?? {}
  if (first === null || since === null) return { list: [], total: Number(total) }
  const from = Number(got) === needed ? leastTimeId(Number(since) - LONGEST_MS) : first
  const rows = await finishedLike(reader, query, { from })
    .where(isAfter)
    .selectAll()
    .orderBy(ENDED, 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset(skipped)
    .execute()
  return { list: rows.map(orderOfRow), total: Number(total) }
}

/** When a finished order like these ended; undefined when it is none of them. */
function endOf(reader: Reader, query: OrdersLike, id: string) {
  return ordersLike(reader, query, sql<OrderRow>`orders`)
    .where('id', '=', id)
    .where('outcome', 'is not', null)
    .select(ENDED.as('ended'))
    .executeTakeFirst()
}

/** Finished orders that ended from `fromMs` until before `toMs`, and their net results by currency. */
export async function sumOrders(
  reader: Reader,
  query: OrdersLike & { fromMs: number; toMs: number },
): Promise<{ count: number; nets: { currencyId: number; net: Amount }[] }> {
  const span = {
    from: leastTimeId(query.fromMs - LONGEST_MS),
    before: leastTimeId(query.toMs + ID_BEFORE_MS),
  }
  const rows = await finishedLike(reader, query, span)
    .where(ENDED, '>=', BigInt(query.fromMs))
    .where(ENDED, '<', BigInt(query.toMs))
    .select((all) => [
      'currency',
      all.fn.countAll<bigint>().as('count'),
      sql<bigint>`sum(net)::bigint`.as('net'),
    ])
    .groupBy('currency')
    .orderBy('currency')
    .execute()
  const count = rows.reduce((sum, row) => sum + Number(row.count), 0)
  return { count, nets: rows.map(({ currency, net }) => ({ currencyId: currency, net })) }
}

function finishedLike(reader: Reader, query: OrdersLike, span: IdSpan = {}) {
  return ordersLike(reader, query, ordersOf(query.userId, span)).where('outcome', 'is not', null)
}

function ordersLike(reader: Reader, { userId, book, pid, outcome }: OrdersLike, from: RawBuilder<OrderRow>) {
  let mine = reader
    .selectFrom(from.as('orders'))
    .where('user_id', '=', BigInt(userId))
    .where('book', '=', codeOfBook(book))
  if (pid !== undefined) mine = mine.where('pid', '=', pid)
  if (outcome !== undefined) mine = mine.where('outcome', '=', codeOfOutcome(outcome))
  return mine
}

/** Whether any order is open, in either book. */
export async function hasOpenOrder(reader: Reader): Promise<boolean> {
  const { rows } = await sql`
    select from due_batch d cross join unnest(d.ids) as one
    where not exists (select from settled_order s where s.id = one) limit 1`.execute(reader)
  return rows.length > 0
}

/** The seconds from `from` to `to`, both included, whose ticks can decide an order without an outcome, in order. */
export async function neededSeconds(reader: Reader, from: number, to: number): Promise<number[]> {
  const { rows } = await sql<{ due: bigint; duration: number }>`
    select distinct due_at_ms as due, duration_id as duration from open_orders()`.execute(reader)
  const needed = new Set<number>()
  for (const { due, duration } of rows) {
    const rule = durationById(duration)
    if (!rule) continue
    for (const second of decidingSeconds(Number(due), rule)) {
      if (second >= from && second <= to) needed.add(second)
    }
  }
  return [...needed].toSorted((one, other) => one - other)
}

/** Open orders and their stake on each direction by product and currency, both books together; for the shares shown. */
export async function openStakes(
  reader: Reader,
): Promise<{ pid: number; currencyId: number; direction: 'up' | 'down'; stake: Amount; orders: number }[]> {
  const { rows } = await sql<{
    pid: number
    currency: number
    direction: number
    stake: bigint
    orders: number
  }>`
    select pid, currency, direction, sum(stake)::bigint as stake, count(*)::int as orders from open_orders()
    group by pid, currency, direction`.execute(reader)
  return rows.map((row) => ({
    pid: row.pid,
    currencyId: row.currency,
    direction: row.direction === 0 ? ('up' as const) : ('down' as const),
    stake: row.stake,
    orders: row.orders,
  }))
}

/** A signed batch with the leaf hashes of its tree; `logSeq` is null until the log has its root. */
export interface StoredBatch {
  id: number
  count: number
  root: Uint8Array
  signature: Uint8Array
  /** 32 bytes each, in order; `hashTree` of core/src/log/merkle.ts rebuilds the tree from them. */
  leaves: Uint8Array[]
  logSeq: number | null
}

export async function batchById(
  reader: Reader,
  table: 'ticket_batch' | 'receipt_batch',
  id: number,
): Promise<StoredBatch | null> {
  const row = await reader.selectFrom(table).selectAll().where('id', '=', BigInt(id)).executeTakeFirst()
  return row ? batchOfRow(row) : null
}

/** Log positions of ticket batches, by batch; a batch that is not logged yet is absent. */
export async function ticketSeqs(reader: Reader, batches: readonly number[]): Promise<Map<number, number>> {
  if (batches.length === 0) return new Map()
  const ids = [...new Set(batches)].map(BigInt)
  const rows = await reader
    .selectFrom('ticket_batch')
    .select(['id', 'log_seq'])
    .where('id', 'in', ids)
    .execute()
  return new Map(
    rows.flatMap((row) => (row.log_seq === null ? [] : [[Number(row.id), Number(row.log_seq)] as const])),
  )
}

/** The log's entry that has a batch; null while none has. */
export async function batchSeq(
  reader: Reader,
  table: 'ticket_batch' | 'receipt_batch',
  id: number,
): Promise<number | null> {
  const row = await reader.selectFrom(table).select('log_seq').where('id', '=', BigInt(id)).executeTakeFirst()
  return row?.log_seq == null ? null : Number(row.log_seq)
}

/** Roots of the batches under one `tickets` or `receipts` entry, in the order of the entry's tree. */
export async function loggedBatches(
  reader: Reader,
  table: 'ticket_batch' | 'receipt_batch',
  logSeq: number,
): Promise<{ id: number; root: Uint8Array }[]> {
  const rows = await reader
    .selectFrom(table)
    .select(['id', 'root'])
    .where('log_seq', '=', BigInt(logSeq))
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ id: Number(row.id), root: row.root }))
}

function batchOfRow(row: BatchTable): StoredBatch {
  const { count, root, signature } = row
  const leaves = Array.from({ length: count }, (_, i) => row.leaves.subarray(32 * i, 32 * i + 32))
  const logSeq = row.log_seq === null ? null : Number(row.log_seq)
  return { id: Number(row.id), count, root, signature, leaves, logSeq }
}
