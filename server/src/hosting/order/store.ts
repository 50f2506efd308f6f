import { PROGRAMME } from '@tickmark/core/arbitrage/programme'
import { bookOfCode, codeOfBook, type Book } from '@tickmark/core/money/currencies'
import type { Amount } from '@tickmark/core/money/money'
import { sql, type Selectable } from 'kysely'
import { uuids } from '../../db/arrays.ts'
import { lockAll, LOCKS } from '../../db/locks.ts'
import type { Reader, Tx } from '../../db/pool.ts'
import { balances } from '../../ledger/store.ts'
import { sharedIn } from '../dayStore.ts'
import type { HostedOrder, HostingOrder } from './order.ts'
import type { HostingOrderTable } from '../tables.ts'

/** Keeps days from closing until the end of the transaction. Taken after an idempotency key and before all other locks. */
export async function keepDaysOpen(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${LOCKS.hostingClose}::int, 0)`.execute(tx)
}

/** Keeps orders from beginning or ending until the end of the transaction, which may close a day. */
export async function lockClose(tx: Tx): Promise<void> {
  await lockAll(tx, 'hostingClose')
}

/** Orders may begin or end only from this moment on: the end of the newest closed day. 0 before the first. */
export async function openFromMs(reader: Reader): Promise<number> {
  const { rows } = await sql<{ ms: bigint | null }>`
    select (max(day) + 1) * 86400000::bigint as ms from hosting_day`.execute(reader)
  return Number(rows[0]?.ms ?? 0n)
}

/** Writes an order; false when its id exists already. */
export async function insertOrder(tx: Tx, order: HostingOrder): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('hosting_order')
    .values({
      id: order.id,
      number: BigInt(order.number),
      user_id: BigInt(order.userId),
      book: codeOfBook(order.book),
      mid: order.mid,
      version: order.version,
      days: order.days,
      upper_ppm: Number(order.upperPpm),
      exit_fee_ppm: Number(order.exitFeePpm),
      principal: order.principal,
      placed_at_ms: BigInt(order.placedAtMs),
      shares_from_ms: BigInt(order.sharesFromMs),
      expires_at_ms: BigInt(order.expiresAtMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Locks a user's own order of a book and reads it; null when there is none with that id. */
export async function lockOwnOrder(
  tx: Tx,
  owner: { userId: number; book: Book },
  id: string,
): Promise<HostingOrder | null> {
  const row = await mine(tx, owner).where('id', '=', id).selectAll().forUpdate().executeTakeFirst()
  return row ? orderOfRow(row) : null
}

/** A user's own order in either book, with its yields; null when there is none with that id. */
export async function ownOrder(reader: Reader, userId: number, id: string): Promise<HostedOrder | null> {
  const row = await reader
    .selectFrom('hosting_order')
    .selectAll()
    .where('user_id', '=', BigInt(userId))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  return (await withYields(reader, [orderOfRow(row)]))[0] ?? null
}

/** Own orders of a book, running or ended, newest first; `page` is counted from 0. */
export async function listOrders(
  reader: Reader,
  query: { userId: number; book: Book; isEnded: boolean; page: number; pageSize: number },
): Promise<{ list: HostedOrder[]; total: number }> {
  const { page, pageSize } = query
  const some = mine(reader, query).where('ended_at_ms', query.isEnded ? 'is not' : 'is', null)
  const counted = await some.select((all) => all.fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow()
  const newest = some.selectAll().orderBy('placed_at_ms', 'desc').orderBy('id', 'desc')
  const rows = await newest
    .limit(pageSize)
    .offset(page * pageSize)
    .execute()
  return { list: await withYields(reader, rows.map(orderOfRow)), total: Number(counted.total) }
}

/** Marks an order that the caller has locked as ended early, by a statement with this number. */
export async function endEarly(
  tx: Tx,
  id: string,
  { atMs, fee, number }: { atMs: number; fee: Amount; number: number },
): Promise<void> {
  await tx
    .updateTable('hosting_order')
    .set({ ended_at_ms: BigInt(atMs), how: 'exit', fee, exit_number: BigInt(number) })
    .where('id', '=', id)
    .execute()
}

/** Total early-exit fees of some orders. */
export async function exitFeesFor(reader: Reader, ids: readonly string[]): Promise<Amount> {
  if (ids.length === 0) return 0n
  const rows = await reader.selectFrom('hosting_order').select('fee').where('id', 'in', ids).execute()
  return rows.reduce((sum, { fee }) => sum + (fee ?? 0n), 0n)
}

/** Locks some expired orders that nobody else has locked, oldest first. */
export async function lockExpired(tx: Tx, nowMs: number, most: number): Promise<HostingOrder[]> {
  const rows = await tx
    .selectFrom('hosting_order')
    .selectAll()
    .where('ended_at_ms', 'is', null)
    .where('expires_at_ms', '<=', BigInt(nowMs))
    .orderBy('expires_at_ms')
    .orderBy('id')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(orderOfRow)
}

/** Marks orders that the caller has locked as expired. */
export async function endExpired(tx: Tx, ids: readonly string[], atMs: number): Promise<void> {
  await sql`
    update hosting_order set ended_at_ms = ${atMs}::bigint, how = 'expiry', fee = 0
    where id = any (${uuids(ids)}::uuid[])`.execute(tx)
}

/** When the next order expires; null when none runs. */
export async function nextExpiryMs(reader: Reader): Promise<number | null> {
  const row = await reader
    .selectFrom('hosting_order')
    .select((all) => all.fn.min('expires_at_ms').as('at'))
    .where('ended_at_ms', 'is', null)
    .executeTakeFirst()
  return row?.at == null ? null : Number(row.at)
}

/** A user's hosted money in a book now. */
export async function hostedBy(
  reader: Reader,
  { userId, book }: { userId: number; book: Book },
): Promise<Amount> {
  return (await balances(reader, userId, book, 'hosted')).get(PROGRAMME.currency) ?? 0n
}

/** Number of a user's running orders in a book. */
export async function countOpen(reader: Reader, userId: number, book: Book): Promise<number> {
  const { count } = await reader
    .selectFrom('hosting_order')
    .select((of) => of.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', BigInt(userId))
    .where('book', '=', codeOfBook(book))
    .where('ended_at_ms', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Number of orders a user has placed in both books since a time. */
export async function countPlaced(reader: Reader, userId: number, sinceMs: number): Promise<number> {
  const { count } = await reader
    .selectFrom('hosting_order')
    .select((of) => of.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', BigInt(userId))
    .where('book', 'in', [0, 1])
    .where('placed_at_ms', '>=', BigInt(sinceMs))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A user's payouts in a book: of the newest closed day, and in total. */
export async function yieldsOf(
  reader: Reader,
  { userId, book }: { userId: number; book: Book },
): Promise<{ newest: Amount; all: Amount }> {
  const { rows } = await sql<{ newest: bigint; all: bigint }>`
    select coalesce(sum(amount) filter (where day = (select max(day) from hosting_day)), 0)::bigint as newest,
      coalesce(sum(amount), 0)::bigint as all
    from hosting_payouts_of(array(
      select id from hosting_order where user_id = ${userId}::bigint and book = ${codeOfBook(book)}::smallint))`.execute(
    reader,
  )
  return rows[0] ?? { newest: 0n, all: 0n }
}

/** The orders, each with its payouts so far. */
export async function withYields(reader: Reader, orders: readonly HostingOrder[]): Promise<HostedOrder[]> {
  if (orders.length === 0) return []
  const { rows } = await sql<{ id: string; days: number; paid: bigint }>`
    select id, (select count(*) from hosting_day where ${sharedIn})::int as days,
      (select coalesce(sum(amount), 0) from hosting_payouts_of(array[id]))::bigint as paid
    from hosting_order where id = any (${uuids(orders.map((one) => one.id))}::uuid[])`.execute(reader)
  const sums = new Map(rows.map((row) => [row.id, row]))
  return orders.map((one) => ({
    ...one,
    sharedDays: sums.get(one.id)?.days ?? 0,
    yielded: sums.get(one.id)?.paid ?? 0n,
  }))
}

function mine(reader: Reader, { userId, book }: { userId: number; book: Book }) {
  return reader
    .selectFrom('hosting_order')
    .where('user_id', '=', BigInt(userId))
    .where('book', '=', codeOfBook(book))
}

/** The order in a row. */
export function orderOfRow(row: Selectable<HostingOrderTable>): HostingOrder {
  const { id, mid, version, days, principal, ended_at_ms: endedAt, how, fee } = row
  return {
    id,
    number: Number(row.number),
    userId: Number(row.user_id),
    book: bookOfCode(row.book),
    mid,
    version,
    days,
    upperPpm: BigInt(row.upper_ppm),
    exitFeePpm: BigInt(row.exit_fee_ppm),
    principal,
    placedAtMs: Number(row.placed_at_ms),
    sharesFromMs: Number(row.shares_from_ms),
    expiresAtMs: Number(row.expires_at_ms),
    ended: endedAt === null || how === null || fee === null ? null : { atMs: Number(endedAt), how, fee },
    exitNumber: row.exit_number === null ? null : Number(row.exit_number),
  }
}

/** Anybody's order; null for an unknown id. */
export async function hostedById(reader: Reader, id: string): Promise<HostingOrder | null> {
  const row = await reader.selectFrom('hosting_order').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? orderOfRow(row) : null
}

/** Number of the user's orders in both books. */
export async function countHosted(reader: Reader, userId: number): Promise<number> {
  const own = reader.selectFrom('hosting_order').where('user_id', '=', BigInt(userId))
  const row = await own.select((all) => all.fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow()
  return Number(row.count)
}
