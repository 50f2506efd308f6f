import type { Amount } from '@tickmark/core/money/money'
import { codeOfBook, CURRENCIES, type Book } from '@tickmark/core/money/currencies'
import { accountId, CAUSES, HOUSE, KINDS, type Kind } from '@tickmark/core/ledger/accounts'
import { sql } from 'kysely'
import type { Reader, Tx } from '../db/pool.ts'
import { int2s, int8s, uuids } from '../db/arrays.ts'
import type {} from './tables.ts'

/**
 * The user's balances in a book by currency id, available or in another of the user's own accounts; currencies without an account
 * are absent.
 */
export async function balances(
  reader: Reader,
  userId: number,
  book: Book,
  kind: Kind = 'available',
): Promise<Map<number, Amount>> {
  const idOf = (currency: number) => accountId({ owner: userId, book, currency, kind })
  const currencyOf = new Map(CURRENCIES.map((one) => [idOf(one.id), one.id]))
  const rows = await reader
    .selectFrom('account')
    .selectAll()
    .where('id', 'in', [...currencyOf.keys()])
    .execute()
  return new Map(rows.map((row) => [currencyOf.get(row.id) ?? 0, row.balance]))
}

/** The user's available balance in one currency of a book. */
export async function available(
  reader: Reader,
  userId: number,
  book: Book,
  currencyId: number,
): Promise<Amount> {
  return balanceOf(reader, userId, book, currencyId, 'available')
}

/** Balance of one of the house's accounts. */
export async function houseBalance(
  reader: Reader,
  book: Book,
  currencyId: number,
  kind: Kind,
): Promise<Amount> {
  return balanceOf(reader, HOUSE, book, currencyId, kind)
}

/**
 * Total funding of the house's bankrolls in the real book, by currency id; bankrolls never funded are absent. A loss that the house
 * gets back (`bookReturns`) is none of it.
 */
export async function bankrollFunds(reader: Reader): Promise<Map<number, Amount>> {
  // Bit 9 of an account's id is its book, the lowest four are its kind. The cause is written out for the partial index.
  const { rows } = await sql<{ currency: number; total: bigint }>`
    select ((to_id >> 4) & 31)::int as currency, sum(amount)::bigint as total from transfer
    where cause = ${sql.lit(CAUSES.funding)} and to_id & 527 = ${KINDS.bankroll}
      and not exists (select from transfer loss where loss.ref = transfer.ref and loss.cause = ${sql.lit(CAUSES.loss)})
    group by 1`.execute(reader)
  return new Map(rows.map((row) => [row.currency, row.total]))
}

/**
 * Net movements of the house's money into one of its accounts of the real book, by currency, as two operators decided; negative
 * where more went out. Accounts without a movement are absent.
 */
export async function treasuryMoves(reader: Reader, kind: Kind): Promise<Map<number, Amount>> {
  // The cause is written out for the partial index.
  const { rows } = await sql<{ currency: number; total: bigint }>`
    select ((id >> 4) & 31)::int as currency, sum(delta)::bigint as total from (
      select to_id as id, amount as delta from transfer where cause = ${sql.lit(CAUSES.treasury)}
      union all
      select from_id, -amount from transfer where cause = ${sql.lit(CAUSES.treasury)}) as side
    where id & 527 = ${KINDS[kind]} group by 1`.execute(reader)
  return new Map(rows.map((row) => [row.currency, row.total]))
}

/** Total funding of one of the house's accounts in the real book. */
export async function fundedWith(reader: Reader, currency: number, kind: Kind): Promise<Amount> {
  const id = accountId({ owner: HOUSE, book: 'real', currency, kind })
  const { rows } = await sql<{ total: bigint }>`
    select coalesce(sum(amount), 0)::bigint as total from transfer
    where cause = ${sql.lit(CAUSES.funding)} and to_id = ${id}::bigint`.execute(reader)
  return rows[0]?.total ?? 0n
}

/** Number of the house's receipts from outside that must be on a chain: fundings and the programme's earnings. */
export async function countFundings(reader: Reader): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select (select count(*) from transfer where cause = ${sql.lit(CAUSES.funding)})
      + (select count(*) from transfer where cause = ${sql.lit(CAUSES.earning)}) as count`.execute(reader)
  return Number(rows[0]?.count ?? 0n)
}

/** When the user last reset the simulated money, if later than a time. */
export async function lastReset(reader: Reader, userId: number, afterMs: number): Promise<number | null> {
  const idOf = (currency: number) =>
    accountId({ owner: userId, book: 'simulated', currency, kind: 'available' })
  const mine = int8s(CURRENCIES.map((one) => idOf(one.id)))
  const { rows } = await sql<{ at: bigint | null }>`
    select max(at_ms) as at from transfer where cause = ${CAUSES.reset}::smallint and at_ms > ${afterMs}::bigint
      and (from_id = any (${mine}::bigint[]) or to_id = any (${mine}::bigint[]))`.execute(reader)
  const at = rows[0]?.at ?? null
  return at === null ? null : Number(at)
}

/** Locks the book until the end of the transaction: everything read from here on stays true until the commit. */
export async function lockBook(tx: Tx, book: Book): Promise<void> {
  await sql`select lock_books(array[${codeOfBook(book)}]::smallint[])`.execute(tx)
}

/** A row of the journal, without its time. */
export interface TransferRow {
  fromId: bigint
  toId: bigint
  amount: Amount
  ref: string
  cause: number
  leg: number
}

/** Writes the transfers that the journal lacks; returns their number. */
export async function insertTransfers(tx: Tx, rows: readonly TransferRow[], atMs: number): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into transfer (from_id, to_id, amount, at_ms, ref, cause, leg)
    select from_id, to_id, amount, ${atMs}::bigint, ref, cause, leg from unnest(
      ${int8s(rows.map((one) => one.fromId))}::bigint[],
      ${int8s(rows.map((one) => one.toId))}::bigint[],
      ${int8s(rows.map((one) => one.amount))}::bigint[],
      ${uuids(rows.map((one) => one.ref))}::uuid[],
      ${int2s(rows.map((one) => one.cause))}::smallint[],
      ${int2s(rows.map((one) => one.leg))}::smallint[]
    ) as posting (from_id, to_id, amount, ref, cause, leg)
    on conflict do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

async function balanceOf(
  reader: Reader,
  owner: number,
  book: Book,
  currency: number,
  kind: Kind,
): Promise<Amount> {
  const id = accountId({ owner, book, currency, kind })
  const row = await reader.selectFrom('account').select('balance').where('id', '=', id).executeTakeFirst()
  return row?.balance ?? 0n
}
