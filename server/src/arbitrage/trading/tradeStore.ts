import type { LegLine } from '@tickmark/core/arbitrage/evidence'
import type { VenueFill } from '@tickmark/core/arbitrage/trading/venue'
import { canonicalText } from '@tickmark/core/canonical'
import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../db/pool.ts'
import { codeOfSide, codeOfState, sideOfCode, stateOfCode } from '../codes.ts'
import type { ArbitrageOrderTable } from '../tables.ts'
import type { AskedMove, Trade, TradeOrder } from './trade.ts'

export async function insertTrade(tx: Tx, { id, pid, beganAtMs }: Omit<Trade, 'orders'>): Promise<void> {
  await tx
    .insertInto('arbitrage_trade')
    .values({ id, pid, began_at_ms: BigInt(beganAtMs) })
    .execute()
}

/** Writes orders that are about to be sent. */
export async function insertOrders(tx: Tx, orders: readonly TradeOrder[]): Promise<void> {
  const rows = orders.map(({ id, trade, place, venue, side, limit, size, book, sentAtMs }) => ({
    id,
    trade,
    place,
    venue,
    size,
    side: codeOfSide(side),
    price_limit: limit,
    book: canonicalText({ ...book }),
    sent_at_ms: BigInt(sentAtMs),
  }))
  await tx.insertInto('arbitrage_order').values(rows).execute()
}

/** Stores a venue's answer about an order; false when it is stored already. */
export async function markTold(tx: Tx, id: string, fill: VenueFill, atMs: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('arbitrage_order')
    .set({ ...fill, state: codeOfState(fill.state), told_at_ms: BigInt(atMs) })
    .where('id', '=', id)
    .where('state', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Ids of the trades with something open, oldest first. */
export async function openTrades(reader: Reader): Promise<string[]> {
  const rows = await reader
    .selectFrom('arbitrage_trade')
    .select('id')
    .where('ended_at_ms', 'is', null)
    .orderBy('began_at_ms')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** A trade; null when there is none. */
export async function readTrade(reader: Reader, id: string): Promise<Trade | null> {
  const row = await reader.selectFrom('arbitrage_trade').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return null
  const orders = await reader
    .selectFrom('arbitrage_order')
    .selectAll()
    .where('trade', '=', id)
    .orderBy('place')
    .execute()
  return {
    id,
    pid: row.pid,
    beganAtMs: Number(row.began_at_ms),
    endedAtMs: row.ended_at_ms === null ? null : Number(row.ended_at_ms),
    orders: orders.map((one) => orderOfRow(one, row.pid)),
  }
}

/** Locks a trade until the end of the transaction, and reads it. */
export async function lockTrade(tx: Tx, id: string): Promise<Trade | null> {
  await tx.selectFrom('arbitrage_trade').select('id').where('id', '=', id).forUpdate().execute()
  return readTrade(tx, id)
}

export async function markEnded(tx: Tx, id: string, atMs: number): Promise<void> {
  await tx
    .updateTable('arbitrage_trade')
    .set({ ended_at_ms: BigInt(atMs) })
    .where('id', '=', id)
    .execute()
}

/** Orders without an answer yet. */
export async function unansweredOrders(reader: Reader): Promise<TradeOrder[]> {
  const rows = await reader
    .selectFrom('arbitrage_order as one')
    .innerJoin('arbitrage_trade as trade', 'trade.id', 'one.trade')
    .selectAll('one')
    .select('trade.pid')
    .where('one.state', 'is', null)
    .execute()
  return rows.map((row) => orderOfRow(row, row.pid))
}

export async function insertMove(tx: Tx, move: AskedMove): Promise<void> {
  const { id, from, to, currency, amount, cost, askedAtMs } = move
  await tx
    .insertInto('arbitrage_move')
    .values({ id, from_venue: from, to_venue: to, currency, amount, cost, asked_at_ms: BigInt(askedAtMs) })
    .execute()
}

/** Moves under way, oldest first. */
export async function openMoves(reader: Reader): Promise<AskedMove[]> {
  const rows = await reader
    .selectFrom('arbitrage_move')
    .selectAll()
    .where('ended_at_ms', 'is', null)
    .orderBy('asked_at_ms')
    .execute()
  return rows.map(({ id, from_venue: from, to_venue: to, currency, amount, cost, asked_at_ms: asked }) => ({
    id,
    from,
    to,
    currency,
    amount,
    cost,
    askedAtMs: Number(asked),
  }))
}

/** Marks a move as arrived; false when it is already. */
export async function markMoved(tx: Tx, id: string, atMs: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('arbitrage_move')
    .set({ ended_at_ms: BigInt(atMs) })
    .where('id', '=', id)
    .where('ended_at_ms', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

function orderOfRow(row: Selectable<ArbitrageOrderTable>, pid: number): TradeOrder {
  const { id, trade, place, venue, size, state, filled, quote, fee } = row
  const isTold = state !== null && filled !== null && quote !== null && fee !== null
  return {
    id,
    trade,
    place,
    venue,
    pid,
    size,
    side: sideOfCode(row.side),
    limit: row.price_limit,
    book: JSON.parse(row.book) as LegLine['book'],
    sentAtMs: Number(row.sent_at_ms),
    fill: isTold
      ? {
          state: stateOfCode(state),
          filled,
          quote,
          fee,
        }
      : null,
  }
}
