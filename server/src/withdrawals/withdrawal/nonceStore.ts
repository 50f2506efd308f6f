import { assert } from '@tickmark/core/assert'
import { WITHDRAWAL_STATES } from '@tickmark/core/wallet/withdrawals'
import type { Reader, Tx } from '../../db/pool.ts'
import type { SlotRow } from './tables.ts'
import type { Withdrawal } from './withdrawal.ts'

/** The hot wallet's nonce of one withdrawal. */
export interface NonceSlot {
  chainId: number
  sender: string
  nonce: number
  /** The chain's head when another transaction was first seen to have the nonce. */
  takenAtBlock: number | null
}

/** A signed transaction. Fees in wei per gas. */
export interface Variant {
  txid: string
  raw: string
  maxFee: bigint
  tip: bigint
  madeAtMs: number
}

/** Locks the chain's nonces until the end of the transaction; null when the chain never had a payment. */
export async function lockNonce(tx: Tx, chainId: number): Promise<{ sender: string; next: number } | null> {
  const row = await tx
    .selectFrom('hot_nonce')
    .selectAll()
    .where('chain', '=', chainId)
    .forUpdate()
    .executeTakeFirst()
  return row ? { sender: row.sender, next: Number(row.next) } : null
}

/** The next nonce, without a lock; null when none was ever given. */
export async function nextNonce(
  reader: Reader,
  chainId: number,
): Promise<{ sender: string; next: number } | null> {
  const row = await reader.selectFrom('hot_nonce').selectAll().where('chain', '=', chainId).executeTakeFirst()
  return row ? { sender: row.sender, next: Number(row.next) } : null
}

/** Sets the next nonce. */
export async function setNonce(tx: Tx, chainId: number, sender: string, next: number): Promise<void> {
  await tx
    .insertInto('hot_nonce')
    .values({ chain: chainId, sender, next: BigInt(next) })
    .onConflict((conflict) => conflict.column('chain').doUpdateSet({ sender, next: BigInt(next) }))
    .execute()
}

/** Gives a withdrawal the next nonce. Needs the lock of `lockNonce`. */
export async function takeNonce(tx: Tx, { id, chainId }: Withdrawal): Promise<NonceSlot> {
  const nonces = await lockNonce(tx, chainId)
  assert(nonces, 'the nonces of a chain are set before one is taken')
  const { sender, next } = nonces
  await setNonce(tx, chainId, sender, next + 1)
  await tx
    .insertInto('withdrawal_slot')
    .values({ chain: chainId, sender, nonce: BigInt(next), withdrawal: id })
    .execute()
  return { chainId, sender, nonce: next, takenAtBlock: null }
}

/** Takes back the nonce of an unsigned withdrawal: the next withdrawal gets it, and no gap is left. Needs the same lock. */
export async function giveBackNonce(tx: Tx, { id, chainId }: Withdrawal): Promise<void> {
  const row = await tx
    .deleteFrom('withdrawal_slot')
    .where('withdrawal', '=', id)
    .returning(['sender', 'nonce'])
    .executeTakeFirst()
  if (!row) return
  const nonces = await lockNonce(tx, chainId)
  // At most one is unsigned at a time, so it holds the last nonce.
  assert(nonces && nonces.next === Number(row.nonce) + 1, 'only the last nonce is given back')
  await setNonce(tx, chainId, row.sender, Number(row.nonce))
}

/** The nonces of a chain without a signature, by their withdrawals' ids. */
export async function unsignedOn(reader: Reader, chainId: number): Promise<Map<string, NonceSlot>> {
  const rows = await reader
    .selectFrom('withdrawal_slot')
    .innerJoin('withdrawal', 'withdrawal.id', 'withdrawal_slot.withdrawal')
    .selectAll('withdrawal_slot')
    .where('withdrawal.chain', '=', chainId)
    .where('withdrawal.state', '=', WITHDRAWAL_STATES.built)
    // Repeats the condition of the partial index on withdrawals in progress, so that the planner can use it.
    .where('withdrawal.state', '<=', WITHDRAWAL_STATES.broadcast)
    .execute()
  return new Map(rows.map((row) => [row.withdrawal, slotOfRow(row)]))
}

export async function slotOf(reader: Reader, withdrawalId: string): Promise<NonceSlot | null> {
  const row = await reader
    .selectFrom('withdrawal_slot')
    .selectAll()
    .where('withdrawal', '=', withdrawalId)
    .executeTakeFirst()
  return row ? slotOfRow(row) : null
}

function slotOfRow(row: SlotRow): NonceSlot {
  const takenAtBlock = row.taken_at_block === null ? null : Number(row.taken_at_block)
  return { chainId: row.chain, sender: row.sender, nonce: Number(row.nonce), takenAtBlock }
}

/** Stores when another transaction was first seen to have the nonce; null clears it. */
export async function setTakenAt(tx: Tx, withdrawalId: string, block: number | null): Promise<void> {
  await tx
    .updateTable('withdrawal_slot')
    .set({ taken_at_block: block === null ? null : BigInt(block) })
    .where('withdrawal', '=', withdrawalId)
    .execute()
}

/** Stores a signed transaction; an existing one stays. */
export async function insertVariant(tx: Tx, { id, chainId }: Withdrawal, variant: Variant): Promise<void> {
  await tx
    .insertInto('withdrawal_tx')
    .values({
      chain: chainId,
      txid: variant.txid,
      withdrawal: id,
      raw: Buffer.from(variant.raw.slice(2), 'hex'),
      max_fee: String(variant.maxFee),
      tip: String(variant.tip),
      made_at: BigInt(variant.madeAtMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A withdrawal's signed transactions, in order of creation. */
export async function variantsOf(reader: Reader, withdrawalId: string): Promise<Variant[]> {
  const rows = await reader
    .selectFrom('withdrawal_tx')
    .selectAll()
    .where('withdrawal', '=', withdrawalId)
    .orderBy('made_at')
    .orderBy('max_fee')
    .execute()
  return rows.map((row) => ({
    txid: row.txid,
    raw: `0x${row.raw.toString('hex')}`,
    maxFee: BigInt(row.max_fee),
    tip: BigInt(row.tip),
    madeAtMs: Number(row.made_at),
  }))
}

/** The newest transaction of each of these withdrawals, for their records. */
export async function newestTxids(reader: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await reader
    .selectFrom('withdrawal_tx')
    .select(['withdrawal', 'txid'])
    .where('withdrawal', 'in', ids)
    .orderBy('made_at')
    .orderBy('max_fee')
    .execute()
  return new Map(rows.map((row) => [row.withdrawal, row.txid]))
}
