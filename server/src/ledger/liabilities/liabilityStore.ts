import { KINDS, USER_KINDS } from '@tickmark/core/ledger/accounts'
import { sql } from 'kysely'
import type { Reader } from '../../db/pool.ts'
import { heldAt } from '../auditStore.ts'

interface LiabilitySaltTable {
  one: boolean
  key: Buffer
}

declare module '../../db/schema.ts' {
  interface Schema {
    liability_salt: LiabilitySaltTable
  }
}

/** A user's account with its balance at a time. */
export interface OwedAccount {
  id: bigint
  /** Units, above zero. */
  amount: bigint
  /** Address of the owner's wallet; `user` and the number when the books have no such user. */
  address: string
}

/**
 * All users' accounts with their balances at a time, ms since 1970, in the order of their numbers, without empty ones. The order
 * decides between leaves whose hashes begin alike.
 */
export async function owedAccounts(reader: Reader, atMs: number): Promise<OwedAccount[]> {
  const kinds = USER_KINDS.map((kind) => KINDS[kind])
  const { rows } = await sql<OwedAccount>`
    with ${heldAt(atMs)}
    select held.id, held.amount::bigint as amount, coalesce(u.address, 'user ' || (held.id >> 10)) as address
    from held left join users u on u.id = held.id >> 10
    where held.id >= 1024 and held.id & 15 = any (${kinds}::bigint[]) and held.amount > 0
    order by held.id`.execute(reader)
  return rows
}

/** The key from which all salts of leaves follow, 32 bytes; only the database has it. */
export async function liabilitySalt(reader: Reader): Promise<Buffer> {
  const { key } = await reader.selectFrom('liability_salt').select('key').executeTakeFirstOrThrow()
  return key
}
