import { sql, type RawBuilder } from 'kysely'
import { leastTimeId } from '../../db/timeId.ts'
import type { Reader } from '../../db/pool.ts'
import { codeOfOutcome } from '../order/order.ts'

/** Orders that ended otherwise than promised at about the same time. */
export interface Outage {
  /** Due second of the first and of the last of them, ms since 1970. */
  fromMs: number
  toMs: number
  users: number
  orders: number
  /** Their products. */
  pids: number[]
}

/** Orders that are due within a minute of each other belong together. */
const APART_MS = 60_000
const MOST = 100
/** An order's duration and its settlement take at most this long. */
const LONGEST_MS = 8 * 86_400_000

/** Orders that ended without a result since a time, newest first; at most 100 outages. */
export function voidOrders(reader: Reader, sinceMs: number): Promise<Outage[]> {
  const least = leastTimeId(sinceMs - LONGEST_MS)
  return outages(
    reader,
    sql`select id from settled_order where outcome = ${sql.lit(codeOfOutcome('void'))} and outcome >= 3 and id >= ${least}::uuid
      and due_at_ms >= ${BigInt(sinceMs)}`,
  )
}

/** Orders that were settled more than a minute late since a time, newest first; at most 100 outages. */
export function lateOrders(reader: Reader, sinceMs: number): Promise<Outage[]> {
  return outages(
    reader,
    sql`select id from settled_order where settled_at_ms > due_at_ms + 60000 and settled_at_ms >= ${BigInt(sinceMs)}`,
  )
}

async function outages(reader: Reader, which: RawBuilder<unknown>): Promise<Outage[]> {
  const { rows } = await sql<{ first: bigint; last: bigint; users: bigint; orders: bigint; pids: number[] }>`
    with one as (select due_at_ms, user_id, pid,
        due_at_ms - lag(due_at_ms) over (order by due_at_ms) > ${sql.lit(APART_MS)} as begins
        from placed_order where id in (${which})),
      run as (select *, count(*) filter (where begins) over (order by due_at_ms) as number from one)
    select min(due_at_ms) as first, max(due_at_ms) as last, count(distinct user_id) as users, count(*) as orders,
      array_agg(distinct pid::int) as pids
    from run group by number order by first desc limit ${MOST}`.execute(reader)
  return rows.map((row) => ({
    fromMs: Number(row.first),
    toMs: Number(row.last),
    users: Number(row.users),
    orders: Number(row.orders),
    pids: row.pids,
  }))
}
