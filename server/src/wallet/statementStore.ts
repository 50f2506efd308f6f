import type { Amount } from '@tickmark/core/money'
import { sql } from 'kysely'
import type { Reader } from '../db/pool.ts'
import { int8s } from '../ledger/arrays.ts'

/** One movement of an account, as its owner sees it. */
export interface Movement {
  atMs: number
  ref: string
  cause: number
  leg: number
  /** Signed: above zero is money in. */
  amount: Amount
  /** The account on the other side. */
  counterId: bigint
  /** Balance after it. */
  balance: Amount
}

/** Where a movement stands among those of its account: by time, money in before money out, then by its place in the journal. */
export interface Place {
  atMs: number
  isOut: boolean
  ref: string
  cause: number
  leg: number
}

export interface Span {
  /** Milliseconds since 1970; from is included, to is not. */
  fromMs: number
  toMs: number
  after: Place | null
  most: number
}

interface Row {
  opening: bigint
  closing: bigint
  at_ms: bigint | null
  ref: string
  cause: number
  leg: number
  amount: bigint
  counter: bigint
  running: bigint
}

/** Movements of a user's account in a span, and its balance at both ends, as of one moment. Counted back from the balance of now. */
export async function readStatement(
  reader: Reader,
  account: bigint,
  { fromMs, toMs, after, most }: Span,
): Promise<{ opening: Amount; closing: Amount; movements: Movement[] }> {
  const start = after ?? { atMs: -1, isOut: false, ref: NIL, cause: 0, leg: 0 }
  const { rows } = await sql<Row>`
    with side as (
      select at_ms, 0 as is_out, ref, cause, leg, amount, from_id as counter from transfer
      where to_id = ${account} and to_id >= 1024 and at_ms >= ${fromMs}::bigint
      union all
      select at_ms, 1, ref, cause, leg, -amount, to_id from transfer
      where from_id = ${account} and from_id >= 1024 and at_ms >= ${fromMs}::bigint
    ), ends as (
      select held - coalesce(sum(amount), 0) as opening,
        held - coalesce(sum(amount) filter (where at_ms >= ${toMs}::bigint), 0) as closing
      from (select coalesce((select balance from account where id = ${account}), 0) as held) today left join side on true
      group by held
    ), line as (
      select *, sum(amount) over (order by at_ms, is_out, ref, cause, leg) as running
      from side where at_ms < ${toMs}::bigint
    )
    select opening::bigint, closing::bigint, page.at_ms, ref, cause, leg, amount, counter,
      (opening + running)::bigint as running
    from ends left join lateral (
      select * from line
      where (at_ms, is_out, ref, cause, leg) >
        (${start.atMs}::bigint, ${start.isOut ? 1 : 0}::int, ${start.ref}::uuid, ${start.cause}::smallint,
          ${start.leg}::smallint)
      order by at_ms, is_out, ref, cause, leg limit ${most}) page on true
    order by page.at_ms, is_out, ref, cause, leg`.execute(reader)
  const { opening, closing } = rows[0] ?? { opening: 0n, closing: 0n }
  return { opening, closing, movements: rows.flatMap(movementOf) }
}

const NIL = '00000000-0000-0000-0000-000000000000'

/** A span without movements is told by one row of its ends alone. */
function movementOf(row: Row): Movement[] {
  if (row.at_ms === null) return []
  const { ref, cause, leg, amount } = row
  return [{ atMs: Number(row.at_ms), ref, cause, leg, amount, counterId: row.counter, balance: row.running }]
}

/**
 * What moved in some accounts of a user after each of these times and up to the next, by account; the times are in order.
 * Place i of a list is what moved after time i, the last place up to now.
 */
export async function movedBetween(
  reader: Reader,
  accounts: readonly bigint[],
  timesMs: readonly number[],
): Promise<Map<bigint, Amount[]>> {
  const { rows } = await sql<{ id: bigint; place: number; moved: bigint }>`
    select id, width_bucket(at_ms - 1, ${int8s(timesMs)}::bigint[]) as place, sum(amount)::bigint as moved
    from (
      select to_id as id, at_ms, amount from transfer
      where to_id = any (${int8s(accounts)}::bigint[]) and to_id >= 1024 and at_ms > ${timesMs[0]}::bigint
      union all
      select from_id, at_ms, -amount from transfer
      where from_id = any (${int8s(accounts)}::bigint[]) and from_id >= 1024 and at_ms > ${timesMs[0]}::bigint
    ) side group by 1, 2`.execute(reader)
  const moved = new Map<bigint, Amount[]>()
  for (const row of rows) {
    const sums = moved.get(row.id) ?? timesMs.map(() => 0n)
    sums[row.place - 1] = row.moved
    moved.set(row.id, sums)
  }
  return moved
}
