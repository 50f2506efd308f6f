import { sql } from 'kysely'
import type { Db, Reader } from '../../db/pool.ts'
import type {} from './tables.ts'

interface StoredAddress {
  userId: number
  index: number
  /** Raw form: 0x and lower-case digits. */
  address: string
  createdAtMs: number
}

export async function addressOf(
  reader: Reader,
  userId: number,
  coinType: number,
): Promise<StoredAddress | null> {
  const row = await reader
    .selectFrom('deposit_address')
    .select(['index', 'address', 'created_at_ms'])
    .where('user_id', '=', BigInt(userId))
    .where('coin_type', '=', coinType)
    .executeTakeFirst()
  return row
    ? { userId, index: row.index, address: row.address, createdAtMs: Number(row.created_at_ms) }
    : null
}

/** A new address index, never used before and never given out again. */
export async function nextIndex(db: Db): Promise<number> {
  const { rows } = await sql<{ index: number }>`select nextval('deposit_index')::int as index`.execute(db)
  const index = rows[0]?.index
  if (index === undefined) throw new Error('the sequence gave no number')
  return index
}

/** Stores the user's address unless another request stored one first. */
export async function keepAddress(db: Db, coinType: number, made: StoredAddress): Promise<void> {
  await db
    .insertInto('deposit_address')
    .values({
      user_id: BigInt(made.userId),
      coin_type: coinType,
      index: made.index,
      address: made.address,
      created_at_ms: BigInt(made.createdAtMs),
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'coin_type']).doNothing())
    .execute()
}

export async function isDepositAddress(reader: Reader, address: string): Promise<boolean> {
  const row = await reader
    .selectFrom('deposit_address')
    .select('id')
    .where('address', '=', address)
    .executeTakeFirst()
  return row !== undefined
}

/** Addresses of a coin type with a row number above `afterId`, ordered by row number. */
export async function addressesAfter(
  reader: Reader,
  coinType: number,
  afterId: number,
): Promise<{ id: number; userId: number; address: string }[]> {
  const rows = await reader
    .selectFrom('deposit_address')
    .select(['id', 'user_id', 'address'])
    .where('id', '>', BigInt(afterId))
    .where('coin_type', '=', coinType)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ id: Number(row.id), userId: Number(row.user_id), address: row.address }))
}

/** The owner of a deposit address in raw form; null for any other address. */
export async function ownerOfAddress(reader: Reader, address: string): Promise<number | null> {
  const row = await reader
    .selectFrom('deposit_address')
    .select('user_id')
    .where('address', '=', address)
    .executeTakeFirst()
  return row ? Number(row.user_id) : null
}
