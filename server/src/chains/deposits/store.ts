import { sql } from 'kysely'
import type { RawAmount } from '@tickmark/core/money/rawUnits'
import type { Reader, Tx } from '../../db/pool.ts'
import type { Move } from './decode.ts'
import type {} from './tables.ts'

/** Kinds of moves; the number is stored and never changes meaning. */
export const MOVE_KINDS = { in: 0, out: 1, fee: 2, opening: 3 } as const

export interface BlockMark {
  number: number
  hash: string
}

export interface StoredState {
  origin: BlockMark
  haltedBecause: string | null
}

/** The stored state of a chain; null before its first block. */
export async function chainState(reader: Reader, chain: number): Promise<StoredState | null> {
  const row = await reader.selectFrom('chain_state').selectAll().where('chain', '=', chain).executeTakeFirst()
  if (!row) return null
  const origin = { number: Number(row.origin_number), hash: row.origin_hash }
  return { origin, haltedBecause: row.halted_because }
}

/** Another process also reads the chain and has already stored this change. */
export class ReadElsewhere extends Error {
  constructor(chain: number) {
    super(`another process reads chain ${chain}`)
    this.name = 'ReadElsewhere'
  }
}

/** Throws ReadElsewhere when the chain was already opened. */
export async function openChainState(tx: Tx, chain: number, origin: BlockMark): Promise<void> {
  const done = await tx
    .insertInto('chain_state')
    .values({ chain, origin_number: BigInt(origin.number), origin_hash: origin.hash })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (done.numInsertedOrUpdatedRows === 0n) throw new ReadElsewhere(chain)
}

/** Locks the chain until the transaction ends: no other transaction adds or removes its blocks. */
export async function lockChain(tx: Tx, chain: number): Promise<void> {
  await sql`select from chain_state where chain = ${chain} for no key update`.execute(tx)
}

/** Halts the chain until an operator clears the halt. */
export async function haltChain(tx: Tx, chain: number, because: string, nowMs: number): Promise<void> {
  await tx
    .updateTable('chain_state')
    .set({ halted_because: because, halted_at_ms: BigInt(nowMs) })
    .where('chain', '=', chain)
    .execute()
}

/** Chains that wait for an operator, with the reason and since when. */
export async function haltedChains(
  reader: Reader,
): Promise<{ chain: number; because: string; sinceMs: number }[]> {
  const rows = await reader
    .selectFrom('chain_state')
    .selectAll()
    .where('halted_because', 'is not', null)
    .execute()
  return rows.map((row) => ({
    chain: row.chain,
    because: row.halted_because ?? '',
    sinceMs: Number(row.halted_at_ms ?? 0n),
  }))
}

/** The newest recorded block. */
export async function lastBlock(reader: Reader, chain: number): Promise<BlockMark | null> {
  const row = await reader
    .selectFrom('chain_block')
    .select(['number', 'hash'])
    .where('chain', '=', chain)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { number: Number(row.number), hash: row.hash } : null
}

export async function blockHash(reader: Reader, chain: number, number: number): Promise<string | null> {
  const row = await reader
    .selectFrom('chain_block')
    .select('hash')
    .where('chain', '=', chain)
    .where('number', '=', BigInt(number))
    .executeTakeFirst()
  return row?.hash ?? null
}

/**
 * Stores a block on its parent, null for the first one. Throws ReadElsewhere when the block exists or its parent is
 * missing. The caller holds the chain's lock.
 */
export async function insertBlock(
  tx: Tx,
  chain: number,
  block: BlockMark,
  parentHash: string | null,
): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into chain_block (chain, number, hash)
    select ${chain}::smallint, ${BigInt(block.number)}::bigint, ${block.hash}
    where ${parentHash}::text is null or exists (
      select from chain_block where chain = ${chain} and number = ${BigInt(block.number - 1)} and hash = ${parentHash})
    on conflict do nothing`.execute(tx)
  if (numAffectedRows !== 1n) throw new ReadElsewhere(chain)
}

export async function dropBlocksBelow(tx: Tx, chain: number, number: number): Promise<void> {
  await tx.deleteFrom('chain_block').where('chain', '=', chain).where('number', '<', BigInt(number)).execute()
}

/** Deletes blocks that left the chain, with their moves. */
export async function dropBlocksAbove(tx: Tx, chain: number, number: number): Promise<void> {
  const above = BigInt(number)
  await tx.deleteFrom('chain_move').where('chain', '=', chain).where('block', '>', above).execute()
  await tx.deleteFrom('chain_block').where('chain', '=', chain).where('number', '>', above).execute()
}

export interface StoredMove extends Omit<Move, 'kind'> {
  kind: keyof typeof MOVE_KINDS
}

/** All moves go in one parameter, because a block may touch thousands of our addresses. */
export async function insertMoves(
  tx: Tx,
  chain: number,
  block: number,
  moves: readonly StoredMove[],
): Promise<void> {
  if (moves.length === 0) return
  const rows = moves.map(({ raw, kind, ...move }) => ({ ...move, raw: String(raw), kind: MOVE_KINDS[kind] }))
  await sql`
    insert into chain_move (chain, block, txid, index, address, currency, raw, kind)
    select ${chain}::smallint, ${BigInt(block)}::bigint, item.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as item (txid text, index int, address text, currency smallint, raw numeric, kind smallint)
    on conflict do nothing`.execute(tx)
}

/** Whether blocks `first` to `last` contain any of our moves. */
export async function hasMoves(reader: Reader, chain: number, first: number, last: number): Promise<boolean> {
  const row = await reader
    .selectFrom('chain_move')
    .select('block')
    .where('chain', '=', chain)
    .where('block', '>=', BigInt(first))
    .where('block', '<=', BigInt(last))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export interface Held {
  address: string
  currency: number
  raw: RawAmount
}

/** Holdings of addresses before a block, by our records; addresses that hold nothing are absent. */
export async function heldBefore(
  reader: Reader,
  chain: number,
  block: number,
  addresses: readonly string[],
): Promise<Held[]> {
  if (addresses.length === 0) return []
  const { rows } = await sql<{ address: string; currency: number; raw: string }>`
    select address, currency, sum(raw)::text as raw from chain_move
    where chain = ${chain} and address = any (${addresses}::text[]) and block < ${BigInt(block)}
    group by 1, 2`.execute(reader)
  return rows.map((row) => ({ ...row, raw: BigInt(row.raw) }))
}

/** Holdings of all our addresses by currency, by our records. */
export async function heldInAll(reader: Reader, chain: number): Promise<Map<number, RawAmount>> {
  const { rows } = await sql<{ currency: number; raw: string }>`
    select currency, sum(raw)::text as raw from chain_move where chain = ${chain} group by 1`.execute(reader)
  return new Map(rows.map((row) => [row.currency, BigInt(row.raw)]))
}
