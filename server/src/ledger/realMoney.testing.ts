import { type Kysely, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'

/** Pays a user real money in the only way there is: by a deposit at an address of his, here on a chain without blocks. */
export async function payIn(
  db: Kysely<Schema>,
  given: { userId: number; currency: number; amount: bigint },
  atMs = 0,
): Promise<void> {
  const { userId, currency, amount } = given
  await sql`
    with made as (
      insert into deposit_address (user_id, coin_type, index, address, created_at_ms)
      values (${userId}, 60, 1000000 + ${userId}::int, '0x' || lpad(to_hex(${userId}::int), 40, 'd'), ${atMs})
      on conflict (user_id, coin_type) do nothing returning address
    ), address as (
      select address from made
      union select address from deposit_address where user_id = ${userId} and coin_type = 60
    ), paid as (
      insert into deposit (id, chain, txid, index, user_id, address, currency, raw, amount, posted, state, block, block_hash, seen_at_ms, credited_at_ms)
      select gen_random_uuid(), 99, gen_random_uuid()::text, 0, ${userId}, address, ${currency}, ${amount}, ${amount}, ${amount}, 1, 1, '', ${atMs}, ${atMs}
      from address returning id
    )
    insert into transfer select 16 * ${currency}::int, ${userId}::int * 1024 + 16 * ${currency}::int + 1, ${amount}, ${atMs}, id, 6, 0 from paid`.execute(
    db,
  )
}
