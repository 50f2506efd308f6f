import { codeOfBook, type Book } from '@tickmark/core/money/currencies'
import { CONSENT_LIFE_MS } from '@tickmark/core/consent/consentText'
import type { Outcome } from '@tickmark/core/orders/terms'
import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../db/pool.ts'
import { leastTimeId } from '../../db/timeId.ts'
import { codeOfOutcome, orderOfRow, type Order } from '../order/order.ts'
import { type IdSpan, openOf, ordersOf } from '../order/ownOrdersStore.ts'
import type { OrderRow } from '../order/tables.ts'

/** An operator's query; absent fields do not filter. */
export interface OrderQuery {
  state?: 'open' | 'finished' | undefined
  outcome?: Outcome | undefined
  pid?: number | undefined
  book?: Book | undefined
  userId?: number | undefined
  /** When they were placed, ms since 1970; `toMs` is not included. */
  fromMs?: number | undefined
  toMs?: number | undefined
  /** Only orders older than this one. */
  before?: string | undefined
  limit: number
}

/** Orders that one call examines, so that a rarely matching filter takes no longer than one that always matches. */
const MOST_LOOKED_AT = 20_000

/**
 * Orders of all users, newest first (ids are in time order). A page may have fewer than `limit` orders and still a `next`: the
 * call then reached its maximum of examined orders.
 */
export async function listAllOrders(
  reader: Reader,
  query: OrderQuery,
): Promise<{ list: Order[]; next: string | null }> {
  const looked = sql`${candidates(query)} order by id desc limit ${MOST_LOOKED_AT}`
  const { rows } = await sql<OrderRow>`
    select o.* from (${looked}) as o where ${conditions(query)} order by o.id desc limit ${query.limit + 1}`.execute(
    reader,
  )
  const list = rows.slice(0, query.limit).map(orderOfRow)
  if (rows.length > query.limit) return { list, next: list.at(-1)?.id ?? null }
  const last = await sql<{ id: string }>`
    select o.id from (${looked}) as o order by o.id desc offset ${MOST_LOOKED_AT - 1} limit 1`.execute(reader)
  return { list, next: last.rows[0]?.id ?? null }
}

/** The rows to examine: by the index of the query's most selective filter, else by the orders' own key. */
function candidates(query: OrderQuery): RawBuilder<unknown> {
  const { userId, state, outcome } = query
  const ids = idsOf(query)
  if (userId !== undefined) return sql`select * from ${ordersOf(userId, ids)}`
  const span = spanOf(ids)
  if (outcome !== undefined && codeOfOutcome(outcome) >= 3)
    return sql`select * from orders where id in (
      select id from settled_order where outcome = ${sql.lit(codeOfOutcome(outcome))} and outcome >= 3 and ${span}
      order by id desc limit ${MOST_LOOKED_AT})`
  if (state === 'open') return sql`select * from open_orders() where ${span}`
  return sql`select * from orders where ${span}`
}

/** The span of ids. A signed order's id begins with its owner's signing time, a moment before its acceptance. */
function idsOf({ fromMs, toMs, before }: OrderQuery): IdSpan {
  const ends = [before?.toLowerCase(), toMs === undefined ? undefined : leastTimeId(toMs)]
  const [first] = ends.filter((one) => one !== undefined).toSorted()
  return {
    ...(fromMs === undefined ? {} : { from: leastTimeId(fromMs - CONSENT_LIFE_MS) }),
    ...(first === undefined ? {} : { before: first }),
  }
}

function spanOf({ from, before }: IdSpan): RawBuilder<unknown> {
  const parts = [sql`true`]
  if (from !== undefined) parts.push(sql`id >= ${from}::uuid`)
  if (before !== undefined) parts.push(sql`id < ${before}::uuid`)
  return sql.join(parts, sql` and `)
}

function conditions({ state, outcome, pid, book, fromMs, toMs }: OrderQuery): RawBuilder<unknown> {
  const parts = [sql`true`]
  if (state !== undefined) parts.push(sql`o.status = ${state === 'open' ? 0 : 1}`)
  if (outcome !== undefined) parts.push(sql`o.outcome = ${codeOfOutcome(outcome)}`)
  if (pid !== undefined) parts.push(sql`o.pid = ${pid}`)
  if (book !== undefined) parts.push(sql`o.book = ${codeOfBook(book)}`)
  if (fromMs !== undefined) parts.push(sql`o.accepted_at_ms >= ${BigInt(fromMs)}`)
  if (toMs !== undefined) parts.push(sql`o.accepted_at_ms < ${BigInt(toMs)}`)
  return sql.join(parts, sql` and `)
}

/** Anybody's order; null for an unknown id. */
export async function anyOrder(reader: Reader, orderId: string): Promise<Order | null> {
  const row = await reader.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst()
  return row ? orderOfRow(row) : null
}

/** Orders whose ids end with these 12 hexadecimal digits, the number that people read out. */
export async function ordersByNumber(reader: Reader, digits: string): Promise<Order[]> {
  const { rows } = await sql<OrderRow>`
    select * from orders where id in (
      select orders_with_digits(${Buffer.from(digits, 'hex')}))
    order by id desc`.execute(reader)
  return rows.map(orderOfRow)
}

/** Number of a user's orders. */
export async function countOrders(
  reader: Reader,
  userId: number,
): Promise<{ open: number; finished: number }> {
  const { rows } = await sql<{ open: bigint; finished: bigint }>`
    select (select count(*) from ${openOf(userId)}) as open,
      (select count(*) from ${ordersOf(userId)} where outcome is not null) as finished`.execute(reader)
  return { open: Number(rows[0]?.open ?? 0n), finished: Number(rows[0]?.finished ?? 0n) }
}
