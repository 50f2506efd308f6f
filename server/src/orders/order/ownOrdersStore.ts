import { DAY_MS } from '@tickmark/core/days'
import { codeOfBook, type Book } from '@tickmark/core/money/currencies'
import type { Amount } from '@tickmark/core/money/money'
import { LONGEST_ORDER_MS } from '@tickmark/core/orders/longestOrder'
import type { Outcome } from '@tickmark/core/orders/terms'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../db/pool.ts'
import { leastTimeId, timeOfId } from '../../db/timeId.ts'
import { codeOfOutcome, orderOfRow, type Order } from './order.ts'
import type { OrderRow } from './tables.ts'

export interface OrderPage {
  list: Order[]
  /**
   * All open orders. Of the finished ones, those up to the end of this page, plus one if there are more: counting all of them
   * would read each. With `before`, counts from there on.
   */
  total: number
}

/** A filter of a user's orders: by product and by outcome, where one is named. */
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
/** A signed order's id has the time of the signing, at most this long before the acceptance. */
const ID_BEFORE_MS = 10_000
/** Longest time from an id to the end of its order. */
const LONGEST_MS = LONGEST_ORDER_MS + ID_BEFORE_MS

/**
 * A page of finished orders by their ends. The newest orders by id give a time since which all orders of the page ended, and so a
 * time since which they were placed.
 */
async function lastEnded(reader: Reader, query: ListQuery): Promise<OrderPage> {
  const { pageSize, page = 0, before } = query
  const mark = before === undefined ? null : await endOf(reader, query, before)
  const ids = await idsOfOrders(reader)
  if (mark === undefined || ids === null) return { list: [], total: 0 }
  const isAfter =
    mark === null
      ? sql<boolean>`true`
      : sql<boolean>`(${ENDED}, id) < (${mark.ended}::bigint, ${before}::uuid)`
  const after = (span: IdSpan) => finishedLike(reader, query, span).where(isAfter)
  const untilMs = mark === null ? ids.newestMs + 1 : Number(mark.ended) + ID_BEFORE_MS
  const skipped = mark === null ? page * pageSize : 0
  const { got, since } = await newestFinished(
    after,
    { untilMs, oldestMs: ids.oldestMs },
    skipped + pageSize + 1,
  )
  if (since === null) return { list: [], total: 0 }
  const rows = await after({ from: leastTimeId(Number(since) - LONGEST_MS), before: leastTimeId(untilMs) })
    .selectAll()
    .orderBy(ENDED, 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset(skipped)
    .execute()
  return { list: rows.map(orderOfRow), total: got }
}

/** The span of ids that `newestFinished` reads first; each further one is four times as long. */
const FIRST_SPAN_MS = 7 * DAY_MS

/**
 * Counts the newest finished orders by id, at most `most`, and finds the earliest end among them. Reads backwards from `untilMs`,
 * until it has that many.
 */
async function newestFinished(
  finished: (span: IdSpan) => ReturnType<typeof finishedLike>,
  { untilMs, oldestMs }: { untilMs: number; oldestMs: number },
  most: number,
): Promise<{ got: number; since: bigint | null }> {
  let got = 0
  let since: bigint | null = null
  let beforeMs = untilMs
  for (let spanMs = FIRST_SPAN_MS; got < most && beforeMs > oldestMs; spanMs *= 4) {
    const span = { from: leastTimeId(beforeMs - spanMs), before: leastTimeId(beforeMs) }
    const newest = finished(span)
      .select(ENDED.as('ended'))
      .orderBy('id', 'desc')
      .limit(most - got)
    for (const { ended } of await newest.execute()) {
      got += 1
      if (since === null || ended < since) since = ended
    }
    beforeMs -= spanMs
  }
  return { got, since }
}

/** The times of the oldest and the newest id of all orders, in ms; null before the first order. */
async function idsOfOrders(reader: Reader): Promise<{ oldestMs: number; newestMs: number } | null> {
  const { rows } = await sql<{ oldest: string | null; newest: string | null }>`
    select (select id from placed_order order by id limit 1) as oldest,
      (select id from placed_order order by id desc limit 1) as newest`.execute(reader)
  const { oldest = null, newest = null } = rows[0] ?? {}
  return oldest === null || newest === null
    ? null
    : { oldestMs: timeOfId(oldest), newestMs: timeOfId(newest) }
}

/** When a finished order that matches the query ended; undefined when it does not match. */
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
