import { CAUSES } from '@tickmark/core/ledger/accounts'
import type { Amount } from '@tickmark/core/money/money'
import { sql } from 'kysely'
import type { Reader } from '../db/pool.ts'
import { int8s, uuids } from '../db/arrays.ts'
import { FIRST_ID } from '../db/timeId.ts'
import type { NamedPostings } from '../module/funds.ts'

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
  /** Balance after the movement. */
  balance: Amount
}

/**
 * Sort position of a movement within its account: by time, money in before money out, then by its key in the journal.
 */
export interface StatementCursor {
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
  after: StatementCursor | null
  most: number
  /** Postings outside the account indexes that may have moved the account since `fromMs`. */
  named: readonly NamedPostings[]
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

interface AccountSpan {
  accounts: readonly bigint[]
  /** Milliseconds since 1970; included. */
  sinceMs: number
}

/** Signed movements of users' accounts, except those of `NamedPostings`, which are no transfers. */
function movementsOf({ accounts, sinceMs }: AccountSpan) {
  const mine = int8s(accounts)
  return sql`
    select to_id as id, from_id as counter, at_ms, 0 as is_out, ref, cause, leg, amount from transfer
    where to_id = any (${mine}::bigint[]) and to_id >= 1024 and at_ms >= ${sinceMs}::bigint
    union all
    select from_id, to_id, at_ms, 1, ref, cause, leg, -amount from transfer
    where from_id = any (${mine}::bigint[]) and from_id >= 1024 and at_ms >= ${sinceMs}::bigint`
}

/**
 * The postings found by their refs. A settlement whose first posting goes to the house paid the user nothing: a lost order. It is
 * still a line, of zero. (1008: the bits of book and currency in an account's id.)
 */
function namedMovementsOf({ accounts, sinceMs }: AccountSpan, named: NamedPostings) {
  const mine = int8s(accounts)
  const refs = uuids(named.refs.length > 0 ? named.refs : [FIRST_ID])
  const out = named.out === null ? null : CAUSES[named.out]
  const journal = named.journal?.(named.refs) ?? sql`movement`
  return sql`
    select to_id, from_id, at_ms, 0, ref, cause, leg, amount from ${journal} as moved
    where ref = any (${refs}::uuid[]) and cause = ${CAUSES[named.in]}::smallint and to_id = any (${mine}::bigint[]) and at_ms >= ${sinceMs}::bigint
    union all
    select from_id, to_id, at_ms, 1, ref, cause, leg, -amount from ${journal} as moved
    where ref = any (${refs}::uuid[]) and cause = ${out}::smallint and from_id = any (${mine}::bigint[]) and at_ms >= ${sinceMs}::bigint
    union all
    select (${mine}::bigint[])[1], from_id, at_ms, 0, ref, cause, leg, 0 from (
      select distinct on (ref) from_id, to_id, at_ms, ref, cause, leg from ${journal} as moved
      where ref = any (${refs}::uuid[]) and cause = ${CAUSES[named.in]}::smallint order by ref, leg) as first
    where to_id <> all (${mine}::bigint[]) and at_ms >= ${sinceMs}::bigint and from_id & 1008 = (${mine}::bigint[])[1] & 1008`
}

/** Movements of a user's account in a span, and its balance at both ends, counted back from the present balance. */
export async function readStatement(
  reader: Reader,
  account: bigint,
  { fromMs, toMs, after, most, named }: Span,
): Promise<{ opening: Amount; closing: Amount; movements: Movement[] }> {
  const start = after ?? { atMs: -1, isOut: false, ref: FIRST_ID, cause: 0, leg: 0 }
  const part = { accounts: [account], sinceMs: fromMs }
  const sides = [movementsOf(part), ...named.map((one) => namedMovementsOf(part, one))]
  const { rows } = await sql<Row>`
    with side as (${sql.join(sides, sql` union all `)}), ends as (
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

/** A span without movements is one row with only its two ends. */
function movementOf(row: Row): Movement[] {
  if (row.at_ms === null) return []
  const { ref, cause, leg, amount } = row
  return [{ atMs: Number(row.at_ms), ref, cause, leg, amount, counterId: row.counter, balance: row.running }]
}

/**
 * Sums of movements in a user's accounts from each time to the next, except movements found by refs. `times` ascend. Element i
 * covers the span after time i; the last one reaches up to now.
 */
export async function movedBetween(
  reader: Reader,
  accounts: readonly bigint[],
  timesMs: readonly number[],
): Promise<Map<number, Amount[]>> {
  const sinceMs = (timesMs[0] ?? 0) + 1
  const { rows } = await sql<{ currency: number; place: number; moved: bigint }>`
    select ((id >> 4) & 31)::int as currency, width_bucket(at_ms - 1, ${int8s(timesMs)}::bigint[]) as place,
      sum(amount)::bigint as moved
    from (${movementsOf({ accounts, sinceMs })}) side group by 1, 2`.execute(reader)
  const moved = new Map<number, Amount[]>()
  for (const row of rows) {
    const sums = moved.get(row.currency) ?? timesMs.map(() => 0n)
    sums[row.place - 1] = row.moved
    moved.set(row.currency, sums)
  }
  return moved
}

/** Time of the first movement in a user's accounts, except movements found by refs, which need earlier money; null before it. */
export async function firstMovement(reader: Reader, accounts: readonly bigint[]): Promise<number | null> {
  const mine = int8s(accounts)
  const { rows } = await sql<{ first: bigint | null }>`
    select min(first.at_ms) as first from unnest(${mine}::bigint[]) as one (id) cross join lateral (
      select at_ms from transfer where to_id = one.id and to_id >= 1024 order by at_ms limit 1
    ) first`.execute(reader)
  const first = rows[0]?.first ?? null
  return first === null ? null : Number(first)
}
