import type { SignedDelegation } from '@tickmark/core/consent/delegation'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../db/pool.ts'
import { pagesAhead } from '../pagesAhead.ts'

/** What the house did for a user without a signed text. */
export interface UnsignedAct {
  user_id: bigint
  at_ms: bigint
  name: string
  /** Address of the user's wallet; null without one. */
  owner: string | null
  /** The wallet's first sign-in without a key; null when it never had one. */
  keyless: SignedDelegation | null
}

/** A query for acts. */
export type UnsignedActs = RawBuilder<Pick<UnsignedAct, 'user_id' | 'at_ms' | 'name'>>

/** Each page reads all acts again. */
const PAGE = 20_000

/** Each user's first act of those given, by user. */
export function firstUnsigned(reader: Reader, acts: UnsignedActs): AsyncGenerator<UnsignedAct[]> {
  return pagesAhead<UnsignedAct>(PAGE, async (last) => {
    const { rows } = await sql<Omit<UnsignedAct, 'keyless'> & { keyless: string | null }>`
      select one.*, u.address as owner, to_json(k) as keyless
      from (select distinct on (user_id) user_id::bigint, at_ms, name from (${acts}) as act
        where user_id > ${last?.user_id ?? -1n}::bigint order by user_id, at_ms, name limit ${PAGE}) one
      left join users u on u.id = one.user_id
      left join lateral (select text, signature, address, kind from keyless_sign_in where address = u.address) k on true
      order by one.user_id`.execute(reader)
    return rows.map((row) => ({
      ...row,
      keyless: row.keyless === null ? null : (JSON.parse(row.keyless) as SignedDelegation),
    }))
  })
}
