import type { VenueFill, VenueOrder } from '@tickmark/core/arbitrage/trading/venue'
import type { Amount } from '@tickmark/core/money/money'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/pool.ts'
import { codeOfSide, codeOfState, stateOfCode } from '../codes.ts'
import type { VenueMove } from '../venues.ts'
import type {} from './tables.ts'

/** The venue's fill of an order; null while the order has not arrived. */
export async function filledOrder(reader: Reader, id: string): Promise<VenueFill | null> {
  const row = await reader
    .selectFrom('simulated_venue_order')
    .select(['state', 'filled', 'quote', 'fee'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { ...row, state: stateOfCode(row.state) } : null
}

/** Stores a venue's fill of an order; false when it is stored already. */
export async function insertFilled(
  tx: Tx,
  { id, venue, pid, side, limit, size }: VenueOrder,
  fill: VenueFill,
  arrivedAtMs: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('simulated_venue_order')
    .values({
      id,
      venue,
      pid,
      side: codeOfSide(side),
      price_limit: limit,
      size,
      arrived_at_ms: BigInt(arrivedAtMs),
      ...fill,
      state: codeOfState(fill.state),
    })
    .onConflict((clash) => clash.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Stores a deposit (from venue 0) or a move; false when it is stored already. */
export async function insertVenueTransfer(tx: Tx, move: VenueMove, atMs: number): Promise<boolean> {
  const { id, from, to, currency, amount, cost } = move
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('simulated_venue_transfer')
    .values({ id, from_venue: from, to_venue: to, currency, amount, cost, at_ms: BigInt(atMs) })
    .onConflict((clash) => clash.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Adds to a venue's balance. Throws when it would fall below zero. */
export async function addToBalance(tx: Tx, venue: number, currency: number, amount: Amount): Promise<void> {
  if (amount > 0n)
    await sql`insert into simulated_venue_balance as held (venue, currency, amount)
      values (${venue}, ${currency}, ${amount}::bigint)
      on conflict (venue, currency) do update set amount = held.amount + excluded.amount`.execute(tx)
  if (amount < 0n)
    await sql`update simulated_venue_balance set amount = amount + ${amount}::bigint
      where venue = ${venue} and currency = ${currency}`.execute(tx)
}

/** Locks a venue's balance of a currency until the end of the transaction. */
export async function lockBalance(tx: Tx, venue: number, currency: number): Promise<Amount> {
  const row = await tx
    .selectFrom('simulated_venue_balance')
    .select('amount')
    .where('venue', '=', venue)
    .where('currency', '=', currency)
    .forUpdate()
    .executeTakeFirst()
  return row?.amount ?? 0n
}
