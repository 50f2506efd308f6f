import type { HeldTable } from '@tickmark/core/arbitrage/holdings'
import { PROGRAMME } from '@tickmark/core/arbitrage/programme'
import type { DayResult } from '@tickmark/core/arbitrage/sharing'
import { canonicalText } from '@tickmark/core/canonical'
import type { Moving, Taken } from '@tickmark/core/log/log'
import { HOUSE, VENUE_KINDS, accountId, type VenueKind } from '@tickmark/core/ledger/accounts'
import { bookOfCode } from '@tickmark/core/money/currencies'
import type { Amount } from '@tickmark/core/money/money'
import { sql, type Selectable } from 'kysely'
import { int8s } from '../db/arrays.ts'
import type { Reader, Tx } from '../db/pool.ts'
import { payoutWriter, type Payout } from './closing/dayLines.ts'
import type { HostingDayTable } from './tables.ts'

/** A book's totals of a day: hosts, hosted money and payouts. */
export interface BookShare {
  count: number
  hosted: Amount
  paid: Amount
}

/** A closed UTC day, by its number since 1970. */
export interface ClosedDay extends DayResult {
  day: number
  /** Numbers of the trade lines that the day counts. */
  first: number
  last: number
  /** Numbers of the statements made on this day. */
  hostings: { first: number; last: number }
  profit: Amount
  /** Merkle roots of the trade lines and of the payout lines. */
  trades: Buffer
  payouts: Buffer
  real: BookShare
  simulated: BookShare
  /** The programme's balances at its venues after these lines, less the withdrawals of the day's earnings. */
  held: HeldTable
  /** Moves under way after these lines. */
  moving: readonly Moving[]
  /** Earnings withdrawn from the venues: first those of earlier days that later lines may not know of, last its own. */
  taken: readonly Taken[]
  /** When it was closed, ms since 1970; no earlier than the decisions before it. */
  closedAtMs: number
  /** Number of its log entry; null until it is logged. */
  logSeq: number | null
}

/** Closed days, newest first. */
export async function closedDays(reader: Reader, most: number): Promise<ClosedDay[]> {
  const rows = await reader.selectFrom('hosting_day').selectAll().orderBy('day', 'desc').limit(most).execute()
  return rows.map(dayOfRow)
}

/** The newest closed day; null before the first. */
export async function newestDay(reader: Reader): Promise<ClosedDay | null> {
  return (await closedDays(reader, 1))[0] ?? null
}

/** A payout with its owner. */
export interface OwnedPayout extends Payout {
  userId: number
}

/** The orders that stood for the whole of a day, with their shares of its pool, in the order of their lines. */
export async function sharesOn(reader: Reader, day: number, pool: Amount): Promise<OwnedPayout[]> {
  const { rows } = await sql<ShareRow>`
    select order_id, number, user_id, book, mid, version, upper_ppm, principal, expires_at_ms, amount
    from hosting_shares(${day}::int, ${pool}::bigint) order by book, order_id`.execute(reader)
  return rows.map(payoutOfRow)
}

/** The most payouts in a row of `hosting_payout_part`. */
const PAYOUTS_A_ROW = 64

/** The payouts of a closed day in the order of its lines; `from` and `to` are positions of lines, both included. */
export async function payoutsOf(
  reader: Reader,
  day: number,
  from = 0,
  to = 2 ** 31 - 1,
): Promise<OwnedPayout[]> {
  const { rows } = await sql<ShareRow>`
    select order_id, number, user_id, one.book, mid, version, upper_ppm, principal, expires_at_ms, amount
    from hosting_payout_part join lateral unnest(orders, amounts) with ordinality as line (order_id, amount, place) on true
    join hosting_order one on id = order_id
    where day = ${day}::int and first between ${from - PAYOUTS_A_ROW + 1}::int and ${to}::int
      and first + place - 1 between ${from}::int and ${to}::int
    order by first, place`.execute(reader)
  return rows.map(payoutOfRow)
}

/** The texts of a closed day's payout lines, in order. */
export async function payoutLinesOf(
  reader: Reader,
  day: number,
  from?: number,
  to?: number,
): Promise<string[]> {
  return (await payoutsOf(reader, day, from, to)).map(payoutWriter(day))
}

interface ShareRow {
  order_id: string
  number: bigint
  user_id: bigint
  book: number
  mid: number
  version: number
  upper_ppm: number
  principal: bigint
  expires_at_ms: bigint
  amount: bigint
}

/** Written as one literal, because a close makes one for each of many orders. */
function payoutOfRow(row: ShareRow): OwnedPayout {
  return {
    order: row.order_id,
    number: Number(row.number),
    userId: Number(row.user_id),
    book: bookOfCode(row.book),
    mid: row.mid,
    version: row.version,
    upperPpm: BigInt(row.upper_ppm),
    principal: row.principal,
    expiresAtMs: Number(row.expires_at_ms),
    amount: row.amount,
  }
}

/** Writes a closed day, which is paid already. */
export async function insertDay(
  tx: Tx,
  closed: Omit<ClosedDay, 'logSeq'>,
  before: ClosedDay | null,
): Promise<void> {
  const { day, profit, earned, carried, pool, trades, payouts, real, simulated } = closed
  await tx
    .insertInto('hosting_day')
    .values({
      day,
      previous: before?.day ?? null,
      carried_before: before?.carried ?? 0n,
      last_before: BigInt(before?.last ?? 0),
      last: BigInt(closed.last),
      hosted_before: BigInt(before?.hostings.last ?? 0),
      hosted_last: BigInt(closed.hostings.last),
      profit,
      earned,
      carried,
      pool,
      trades,
      payouts,
      real_count: real.count,
      real_hosted: real.hosted,
      real_paid: real.paid,
      simulated_count: simulated.count,
      simulated_hosted: simulated.hosted,
      simulated_paid: simulated.paid,
      held: canonicalText(closed.held),
      moving: canonicalText(closed.moving),
      taken: canonicalText(closed.taken),
      closed_at_ms: BigInt(closed.closedAtMs),
      log_seq: null,
    })
    .execute()
}

/**
 * Pays a day's shares to all orders that stood for the whole day: the row's trigger writes the payouts, locks the books and changes
 * the balances. The day itself must follow in the same transaction.
 */
export async function payDay(tx: Tx, day: number, pool: Amount, atMs: number): Promise<void> {
  await tx
    .insertInto('hosting_payday')
    .values({ day, pool, at_ms: BigInt(atMs) })
    .execute()
}

/** The venues' balances in the programme's currency, largest first. */
export async function usdtAtVenues(reader: Reader): Promise<{ kind: VenueKind; balance: Amount }[]> {
  const idOf = (kind: VenueKind) =>
    accountId({ owner: HOUSE, book: 'real', currency: PROGRAMME.currency, kind })
  const { rows } = await sql<{ id: bigint; balance: bigint }>`
    select id, balance from account where id = any (${int8s(VENUE_KINDS.map(idOf))}::bigint[])`.execute(
    reader,
  )
  const balances = new Map(rows.map((row) => [row.id, row.balance]))
  return VENUE_KINDS.map((kind) => ({ kind, balance: balances.get(idOf(kind)) ?? 0n })).toSorted((a, b) =>
    a.balance === b.balance ? 0 : a.balance > b.balance ? -1 : 1,
  )
}

/** Stores the leaf hashes of a day's payout lines, part by part. */
export async function insertLeaves(
  tx: Tx,
  day: number,
  parts: readonly { hashes: Buffer; root: Buffer }[],
): Promise<void> {
  const rows = parts.map((one, part) => ({ day, part, ...one }))
  for (let i = 0; i < rows.length; i += 100)
    await tx
      .insertInto('hosting_leaves')
      .values(rows.slice(i, i + 100))
      .execute()
}

/** The leaf hashes of one part of a day's payout lines, and the roots of all its parts. */
export async function leavesAround(
  reader: Reader,
  day: number,
  part: number,
): Promise<{ hashes: Buffer; roots: Buffer[] }> {
  const { rows } = await sql<{ hashes: Buffer | null; root: Buffer }>`
    select case when part = ${part}::int then hashes end as hashes, root from hosting_leaves
    where day = ${day}::int order by part`.execute(reader)
  return { hashes: rows[part]?.hashes ?? Buffer.alloc(0), roots: rows.map((row) => row.root) }
}

/** Records a day whose users must be told that it paid nothing. */
export async function insertUntold(tx: Tx, day: number): Promise<void> {
  await tx.insertInto('hosting_untold').values({ day }).execute()
}

/** Locks the oldest day with users still to be told; null when there is none, or another process has it. */
export async function lockUntold(tx: Tx): Promise<{ day: number; afterUser: number } | null> {
  const row = await tx
    .selectFrom('hosting_untold')
    .selectAll()
    .orderBy('day')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row ? { day: row.day, afterUser: Number(row.after_user) } : null
}

/** Some owners of orders that stood for the whole of a day, by id, after a user. */
export async function hostsOf(
  reader: Reader,
  day: number,
  afterUser: number,
  most: number,
): Promise<number[]> {
  const { rows } = await sql<{ user_id: bigint }>`
    select distinct user_id from hosting_payout join hosting_order on id = order_id
    where day = ${day}::int and user_id > ${afterUser}::bigint order by user_id limit ${most}`.execute(reader)
  return rows.map((row) => Number(row.user_id))
}

/** Remembers the last user told about a day; without a user, all were told. */
export async function markTold(tx: Tx, day: number, user: number | null): Promise<void> {
  if (user === null) await tx.deleteFrom('hosting_untold').where('day', '=', day).execute()
  else
    await tx
      .updateTable('hosting_untold')
      .set({ after_user: BigInt(user) })
      .where('day', '=', day)
      .execute()
}

/** A closed day; null for any other. */
export async function closedDay(reader: Reader, day: number): Promise<ClosedDay | null> {
  const row = await reader.selectFrom('hosting_day').selectAll().where('day', '=', day).executeTakeFirst()
  return row ? dayOfRow(row) : null
}

/** Days that the log lacks, in order. */
export async function unloggedDays(reader: Reader): Promise<ClosedDay[]> {
  const rows = await reader
    .selectFrom('hosting_day')
    .selectAll()
    .where('log_seq', 'is', null)
    .orderBy('day')
    .execute()
  return rows.map(dayOfRow)
}

export async function markLogged(tx: Tx, day: number, seq: number): Promise<void> {
  await tx
    .updateTable('hosting_day')
    .set({ log_seq: BigInt(seq) })
    .where('day', '=', day)
    .execute()
}

/** Time of the log's first entry, whose day is the first one to close; null while the log is empty. */
export async function firstEntryAt(reader: Reader): Promise<number | null> {
  const { rows } = await sql<{ at: bigint }>`select at from log_entry where seq = 1`.execute(reader)
  return rows[0] ? Number(rows[0].at) : null
}

function dayOfRow(row: Selectable<HostingDayTable>): ClosedDay {
  const { day, profit, earned, carried, pool, trades, payouts } = row
  return {
    day,
    profit,
    earned,
    carried,
    pool,
    trades,
    payouts,
    first: Number(row.last_before) + 1,
    last: Number(row.last),
    hostings: { first: Number(row.hosted_before) + 1, last: Number(row.hosted_last) },
    real: { count: row.real_count, hosted: row.real_hosted, paid: row.real_paid },
    simulated: { count: row.simulated_count, hosted: row.simulated_hosted, paid: row.simulated_paid },
    held: JSON.parse(row.held) as HeldTable,
    moving: JSON.parse(row.moving) as Moving[],
    taken: JSON.parse(row.taken) as Taken[],
    closedAtMs: Number(row.closed_at_ms),
    logSeq: row.log_seq === null ? null : Number(row.log_seq),
  }
}

/** A day's payout to an order, with the position of its line among the day's lines. */
export interface SharedDay {
  day: number
  leaf: number
  amount: Amount
  /** The day's number of lines. */
  size: number
  /** Number of the day's log entry; null until it is logged. */
  seq: number | null
}

/** Joins `hosting_order` with the days of `hosting_day` that it stood for the whole of. */
export const sharedIn = sql<boolean>`
  day >= shares_from_ms / 86400000 and day < least(expires_at_ms, ended_at_ms) / 86400000`

/** The days that an order shared in, newest first; `page` is counted from 0. */
export async function daysOf(
  reader: Reader,
  orderId: string,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<SharedDay[]> {
  const { rows } = await sql<{ day: number; leaf: number; amount: bigint; size: number; seq: bigint | null }>`
    select day, first + place - 1 as leaf, amounts[place] as amount, size, seq from (
      select shared.day, first, amounts, array_position(orders, id) as place, size, seq from (
        select id, book, day, real_count + simulated_count as size, log_seq as seq
        from hosting_order join hosting_day on ${sharedIn} where id = ${orderId}::uuid
        order by day desc limit ${pageSize} offset ${page * pageSize}) as shared
      cross join lateral (
        select first, orders, amounts from hosting_payout_part part
        where part.day = shared.day and part.book = shared.book and first_order <= id
        order by first_order desc limit 1) as part) as found
    order by day desc`.execute(reader)
  return rows.map((row) => ({ ...row, seq: row.seq === null ? null : Number(row.seq) }))
}
