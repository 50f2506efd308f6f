import { DAY_MS } from '@tickmark/core/days'
import { assert } from '@tickmark/core/assert'
import { addHeld, applyLine, heldTable, openingHoldings, readHeld } from '@tickmark/core/arbitrage/holdings'
import { takenSince } from '@tickmark/core/arbitrage/day/taken'
import { movingAfter } from '@tickmark/core/arbitrage/moving'
import { PROGRAMME } from '@tickmark/core/arbitrage/programme'
import { parseTradeLine } from '@tickmark/core/arbitrage/readLines'
import { closeDay, payoutOf, type DayResult } from '@tickmark/core/arbitrage/sharing'
import { VENUE_KINDS, type VenueKind } from '@tickmark/core/ledger/accounts'
import type { Book } from '@tickmark/core/money/currencies'
import { dayName } from '@tickmark/core/market/simulated/prices'
import type { Amount } from '@tickmark/core/money/money'
import type { Reader, Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { postTransfers, refOf } from '../../ledger/post.ts'
import { lockBook } from '../../ledger/store.ts'
import { leavesOf, type LinesPart, partsOf, rootOf, rootOfParts } from './dayLines.ts'
import {
  firstEntryAt,
  insertDay,
  insertLeaves,
  insertUntold,
  newestDay,
  payDay,
  sharesOn,
  usdtAtVenues,
  type BookShare,
  type ClosedDay,
  type OwnedPayout,
} from '../dayStore.ts'
import type { HostingDeps } from '../ports.ts'
import { house } from '../order/postings.ts'
import { lockClose } from '../order/store.ts'
import { lastStatementBefore } from '../statements/statementStore.ts'

type CloseDeps = Pick<HostingDeps, 'db' | 'clock' | 'programme'>

/** A day closed just now, with its payouts. */
export interface Closing {
  day: number
  paid: readonly OwnedPayout[]
}

/**
 * Closes the oldest day that is over and still open, in one transaction: books what its trades earned, and pays every order that
 * stood for the whole day. Null when no day is due.
 */
export async function closeNextDay({ db, clock, programme }: CloseDeps): Promise<Closing | null> {
  if ((await dueDay(db, clock.nowMs())) === null) return null
  const closeBeside = (reader: Reader) =>
    transact(db, async (tx) => {
      await programme.lockTrades(tx)
      await lockClose(tx)
      const last = await programme.lastLine(tx)
      const nowMs = clock.nowMs()
      const day = await dueDay(tx, nowMs)
      const atMs = Math.max(nowMs, last.atMs)
      return day === null ? null : close({ tx, reader }, programme, day, { atMs, next: last.number + 1 })
    })
  // Taken before any lock: transactions that wait for these locks may hold all other connections.
  return db.connection().execute(closeBeside)
}

/** The oldest day that is over and not closed; null when there is none. The first day is that of the log's first entry. */
async function dueDay(reader: Tx | CloseDeps['db'], nowMs: number): Promise<number | null> {
  const before = await newestDay(reader)
  const firstAt = before ? null : await firstEntryAt(reader)
  const day = before ? before.day + 1 : firstAt === null ? null : Math.floor(firstAt / DAY_MS)
  return day !== null && nowMs >= (day + 1) * DAY_MS ? day : null
}

/** `reader` has a connection of its own, to read while `tx` pays. */
async function close(
  { tx, reader }: { tx: Tx; reader: Reader },
  programme: CloseDeps['programme'],
  day: number,
  { atMs, next }: { atMs: number; next: number },
): Promise<Closing> {
  const before = await newestDay(tx)
  const trades = await programme.tradesToShare(tx, before?.last ?? 0, (day + 1) * DAY_MS)
  assert(
    trades.first === (before?.last ?? 0) + 1,
    'a day counts every line after the last one that was counted',
  )
  const result = closeDay(trades.profit, before?.carried ?? 0n)
  const taken = await toTake(tx, result.earned)
  await earn(tx, day, { earned: result.earned, taken }, atMs)
  const paying = payDay(tx, day, result.pool, atMs)
  const reading = payoutsOn(reader, day, result)
  // Waits for both even when one fails, so that the next try finds the reader idle.
  await Promise.allSettled([paying, reading])
  await paying
  const { payouts, parts, ...sums } = await reading
  const closed = {
    day,
    ...result,
    profit: trades.profit,
    first: trades.first,
    last: trades.last,
    hostings: {
      first: (before?.hostings.last ?? 0) + 1,
      last: await lastStatementBefore(tx, (day + 1) * DAY_MS),
    },
    ...sums,
    ...heldAfter(before, trades.lines, taken),
    taken: [
      ...takenSince(before?.taken ?? [], trades.last),
      ...(result.earned > 0n ? [{ at: atMs, next, usdt: usdtOf(taken) }] : []),
    ],
    closedAtMs: atMs,
    trades: rootOf(leavesOf(trades.lines)),
    payouts: rootOfParts(parts),
  }
  await insertDay(tx, closed, before)
  await insertLeaves(tx, day, parts)
  if (result.pool === 0n && payouts.length > 0) await insertUntold(tx, day)
  return { day, paid: payouts.filter((one) => one.amount > 0n) }
}

/**
 * The day's payout to each order, the recomputed sums of both books, and the lines' hashes. Reads on another connection than the
 * one that pays. Both see the same orders, because none begins or ends under the close's lock.
 */
async function payoutsOn(
  reader: Reader,
  day: number,
  result: DayResult,
): Promise<Record<Book, BookShare> & { payouts: OwnedPayout[]; parts: LinesPart[] }> {
  const payouts = await sharesOn(reader, day, result.pool)
  const sums = { real: sumOf(payouts, 'real', result), simulated: sumOf(payouts, 'simulated', result) }
  return { payouts, ...sums, parts: await partsOf(day, payouts) }
}

function sumOf(all: readonly OwnedPayout[], book: Book, { pool }: DayResult): BookShare {
  const own = all.filter((one) => one.book === book)
  const hosted = own.reduce((sum, one) => sum + one.principal, 0n)
  for (const one of own)
    assert(one.amount === payoutOf(one, { pool, hosted }), 'the database shares by the rule')
  const paid = own.reduce((sum, one) => sum + one.amount, 0n)
  assert(paid <= pool, 'hosts get no more than the pool')
  return { count: own.length, hosted, paid }
}

/** The withdrawal from a venue for a day, in units of USDT. */
interface Taken {
  kind: VenueKind
  amount: Amount
}

/**
 * Splits the earnings over the venues that hold most. Read before the books are locked: if the engine meanwhile spends so much
 * that a venue has too little, the close fails and the next try reads again.
 */
async function toTake(reader: Tx, earned: Amount): Promise<Taken[]> {
  if (earned === 0n) return []
  let rest = earned
  const parts = (await usdtAtVenues(reader)).map(({ kind, balance }) => {
    const amount = balance < rest ? balance : rest
    rest -= amount
    return { kind, amount }
  })
  assert(rest === 0n, 'the venues hold what was earned at them')
  return parts
}

/** The withdrawals by venue, as the log has them. */
function usdtOf(taken: readonly Taken[]): Record<string, string> {
  const some = taken.filter(({ amount }) => amount > 0n)
  return Object.fromEntries(some.map(({ kind, amount }) => [VENUE_KINDS.indexOf(kind) + 1, String(amount)]))
}

/**
 * The programme's balances at its venues after a day, less the withdrawals, and the moves under way: added up from the lines, as
 * anyone can.
 */
function heldAfter(
  before: ClosedDay | null,
  texts: readonly string[],
  taken: readonly Taken[],
): Pick<ClosedDay, 'held' | 'moving'> {
  const lines = texts.flatMap((text) => parseTradeLine(text) ?? [])
  const held = before ? readHeld(before.held) : openingHoldings()
  const moving = movingAfter(before?.moving ?? [], lines)
  assert(held && moving, 'a closed day tells what all venues hold, and each arrival ends a move')
  for (const line of lines) applyLine(held, line)
  for (const { kind, amount } of taken)
    addHeld(held, VENUE_KINDS.indexOf(kind) + 1, PROGRAMME.currency, -amount)
  return { held: heldTable(held), moving }
}

/** Moves the earnings from the venues to the programme; the practice programme grows by the same. */
async function earn(
  tx: Tx,
  day: number,
  { earned, taken }: { earned: Amount; taken: readonly Taken[] },
  atMs: number,
): Promise<void> {
  if (earned === 0n) return
  const ref = refOf(`earning:${dayName(day)}`)
  await lockBook(tx, 'real')
  const parts = taken.map(({ kind, amount }, leg) => ({
    from: house('real', kind),
    to: house('real', 'programme'),
    amount,
    ref,
    cause: 'earning' as const,
    leg,
  }))
  const growth = {
    from: house('simulated', 'external'),
    to: house('simulated', 'programme'),
    amount: earned,
    ref,
    cause: 'growth' as const,
    leg: 0,
  }
  const postings = [...parts.filter((one) => one.amount > 0n), growth]
  assert((await postTransfers(tx, postings, atMs)) === postings.length, 'a day is earned once')
}
