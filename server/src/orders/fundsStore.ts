import { codeOfBook } from '@tickmark/core/money/currencies'
import { KINDS } from '@tickmark/core/ledger/accounts'
import type { Amount } from '@tickmark/core/money/money'
import { LONGEST_ORDER_MS } from '@tickmark/core/orders/longestOrder'
import { pairOf } from '@tickmark/core/receipts/receipts'
import { sql } from 'kysely'
import { int8s } from '../db/arrays.ts'
import type { Reader } from '../db/pool.ts'
import { CONSENT_LIFE_MS } from '@tickmark/core/consent/consentText'
import { leastTimeId } from '../db/timeId.ts'
import type { FundSource, OrderFacts, Owner } from '../module/funds.ts'
import { orderOfRow } from './order/order.ts'
import { openOf, ordersOf } from './order/ownOrdersStore.ts'
import type { LossCounter, LossHour } from '../module/lossCounter.ts'

/** Stakes and fees of open orders. Escrow, an account of the house, holds them. */
export const orderFunds: FundSource = {
  held: heldByOrders,
  netsBetween,
  hasResults: true,
  refsSince,
  ordersOf: factsOf,
}

/** Orders' share of the users' own limits. */
export const orderCounts: LossCounter = {
  source: 'orders',
  hours,
  openStake: (reader, userId) => heldByOrders(reader, { userId, book: 'real' }),
}

/** Stakes and fees of the user's open orders, by currency. */
export async function heldByOrders(reader: Reader, { userId, book }: Owner): Promise<Map<number, Amount>> {
  const firstAccount = BigInt(userId) * 1024n + BigInt(codeOfBook(book)) * 512n
  const { rows } = await sql<{ currency: number; held: bigint }>`
    select ((id >> 4) & 31)::int as currency, at_stake as held from account
    where id between ${firstAccount} and ${firstAccount + 511n} and id & 15 = ${KINDS.available} and at_stake > 0`.execute(
    reader,
  )
  return new Map(rows.map((row) => [row.currency, row.held]))
}

/**
 * The user's orders of a currency that are open or were settled after a moment: all orders that may have moved money
 * since.
 */
export async function refsSince(
  reader: Reader,
  { userId, book }: Owner,
  currencyId: number,
  sinceMs: number,
) {
  const { rows } = await sql<{ id: string }>`
    select id from ${openOf(userId)} where book = ${codeOfBook(book)} and currency = ${currencyId}
    union all
    select id from ${settledSince({ userId, book }, sinceMs)} where currency = ${currencyId}`.execute(reader)
  return { out: 'order', in: 'settlement', refs: rows.map((row) => row.id) } as const
}

/**
 * Net results of the user's orders by currency, summed over the span from each time to the next. `times` ascend.
 * Element i covers the span after time i; the last one reaches up to now.
 */
export async function netsBetween(
  reader: Reader,
  { userId, book }: Owner,
  timesMs: readonly number[],
): Promise<Map<number, Amount[]>> {
  const { rows } = await sql<{ currency: number; place: number; net: bigint }>`
    select currency, width_bucket(settled_at_ms - 1, ${int8s(timesMs)}::bigint[]) as place, sum(net)::bigint as net
    from ${settledSince({ userId, book }, timesMs[0] ?? 0)} group by 1, 2`.execute(reader)
  const nets = new Map<number, Amount[]>()
  for (const { currency, place, net } of rows) {
    const sums = nets.get(currency) ?? timesMs.map(() => 0n)
    sums[place - 1] = net
    nets.set(currency, sums)
  }
  return nets
}

/** Orders that end later than this after their due second are in the index `settled_order_late` (040_orders.sql). */
const LATE_MS = 60_000

/**
 * The user's orders settled after a moment, as a table of id, currency, net and settled_at_ms. Ids are in the order of placing,
 * or of signing up to 5 s before. So it reads only the orders placed since, those placed up to the longest duration before, and
 * the late ones.
 */
function settledSince({ userId, book }: Owner, sinceMs: number) {
  const mine = sql`book = ${codeOfBook(book)} and settled_at_ms > ${sinceMs}::bigint`
  const from = leastTimeId(sinceMs - LATE_MS - LONGEST_ORDER_MS - CONSENT_LIFE_MS)
  // The delay is written out: only an equal condition selects a partial index.
  return sql`(
    select id, currency, net, settled_at_ms from ${ordersOf(userId, { from })} where ${mine}
    union all
    select id, currency, net, settled_at_ms from orders where ${mine} and id in (
      select id from settled_order where user_id = ${BigInt(userId)} and settled_at_ms > ${sinceMs}::bigint
        and settled_at_ms > due_at_ms + ${sql.lit(LATE_MS)} and id < ${from}::uuid)) as settled`
}

/** Pair, direction and outcome of the user's orders among these ids. */
async function factsOf(
  reader: Reader,
  { userId }: Owner,
  ids: readonly string[],
): Promise<Map<string, OrderFacts>> {
  if (ids.length === 0) return new Map()
  const rows = await reader
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', BigInt(userId))
    .where('id', 'in', ids)
    .execute()
  const facts = rows.map(orderOfRow).map(({ id, terms: { pid, direction }, result }) => {
    return [id, { pair: pairOf(pid), direction, outcome: result?.outcome ?? null }] as const
  })
  return new Map(facts)
}

async function hours(reader: Reader, userId: number, fromHour: number): Promise<LossHour[]> {
  const { rows } = await sql<{
    currency: number
    hour: number
    won: bigint
    lost: bigint
    stake: bigint
    settled: bigint
  }>`select currency, hour, won, lost, stake, settled from order_hours(${userId}::bigint, ${fromHour})`.execute(
    reader,
  )
  return rows.map(({ currency, settled, ...one }) => {
    return { ...one, currencyId: currency, settled: Number(settled) }
  })
}
