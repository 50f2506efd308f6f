import { bookOfCode, type Book } from '@tickmark/core/money/currencies'
import { KINDS } from '@tickmark/core/ledger/accounts'
import type { Amount } from '@tickmark/core/money/money'
import { sql } from 'kysely'
import { int8s } from '../../db/arrays.ts'
import type { Reader } from '../../db/pool.ts'
import { leastTimeId } from '../../db/timeId.ts'

/** Open orders of a coin, book, currency and direction that are due within a span. */
export interface OpenSum {
  pid: number
  book: Book
  currencyId: number
  /** 0 up, 1 down. */
  direction: number
  withinMs: number
  orders: number
  stake: Amount
  profit: Amount
}

/** Sums over all open orders; `spansMs` ascend, and the last span includes all later ones. */
export async function openSums(
  reader: Reader,
  nowMs: number,
  spansMs: readonly number[],
): Promise<OpenSum[]> {
  const inner = spansMs.slice(0, -1).map((span) => nowMs + span + 1)
  const { rows } = await sql<{
    pid: number
    book: number
    currency: number
    direction: number
    place: number
    orders: bigint
    stake: bigint
    profit: bigint
  }>`
    select pid, book, currency, direction, width_bucket(due_at_ms, ${int8s(inner)}::bigint[]) as place,
      count(*) as orders, sum(stake)::bigint as stake, sum(profit)::bigint as profit
    from open_orders() group by 1, 2, 3, 4, 5 order by 1, 5, 2, 3, 4`.execute(reader)
  return rows.map((row) => ({
    pid: row.pid,
    book: bookOfCode(row.book),
    currencyId: row.currency,
    direction: row.direction,
    withinMs: spansMs[row.place] ?? 0,
    orders: Number(row.orders),
    stake: row.stake,
    profit: row.profit,
  }))
}

/** The possible winnings of all open orders of a book and currency, and the bankroll's remainder for more. */
export interface Cover {
  book: Book
  currencyId: number
  atRisk: Amount
  bankroll: Amount
}

export async function coverNow(reader: Reader): Promise<Cover[]> {
  const { rows } = await sql<{ book: number; currency: number; profit: bigint; bankroll: bigint }>`
    select (a.id >> 9)::int as book, ((a.id >> 4) & 31)::int as currency, a.balance as bankroll,
      coalesce(escrow.may_win, 0) as profit
    from account a left join account escrow on escrow.id = a.id - ${KINDS.bankroll - KINDS.escrow}
    where a.id < 1024 and a.id & 15 = ${KINDS.bankroll} order by a.id`.execute(reader)
  return rows.map((row) => ({
    book: bookOfCode(row.book),
    currencyId: row.currency,
    atRisk: row.profit,
    bankroll: row.bankroll,
  }))
}

/** Number of open orders. */
export async function countOpen(reader: Reader): Promise<number> {
  const { rows } = await sql<{ open: bigint }>`
    select count(*) as open from open_orders()`.execute(reader)
  return Number(rows[0]?.open ?? 0n)
}

/** Orders by the second in which they were placed, from a second on (seconds since 1970). */
export async function placedBySecond(
  reader: Reader,
  fromSecond: number,
  slackMs: number,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ second: bigint; placed: bigint }>`
    select accepted_at_ms / 1000 as second, count(*) as placed from orders
    where id >= ${leastTimeId(fromSecond * 1000 - slackMs)}::uuid and accepted_at_ms >= ${BigInt(fromSecond) * 1000n}
    group by 1`.execute(reader)
  return new Map(rows.map((row) => [Number(row.second), Number(row.placed)]))
}
