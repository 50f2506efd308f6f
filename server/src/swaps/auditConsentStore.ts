import type { SignedDelegation } from '@tickmark/core/consent/delegation'
import { sql, type Selectable } from 'kysely'
import type { Reader } from '../db/pool.ts'
import { FIRST_ID } from '../db/timeId.ts'
import { pagesAhead } from '../module/pagesAhead.ts'
import type { AuditedPart } from '../module/auditRule.ts'
import type { UnsignedActs } from '../module/proof/unsignedStore.ts'
import type { SwapTable } from './tables.ts'

/** A swap with what its owner signed. */
export interface SignedSwap {
  swap: Selectable<SwapTable>
  /** Of the user; null without one. */
  owner: string | null
  text: string
  /** r ‖ s, in hex. */
  signature: string
  /** SHA-256 of the key that signed, in hex. */
  session: string
  /** To that key; null without one. */
  delegation: SignedDelegation | null
}

const PAGE = 1_000

/** Signed swaps by id; with `since`, those after that audit. What was signed for a swap never changes. */
export function signedSwaps(reader: Reader, since: AuditedPart | null): AsyncGenerator<SignedSwap[]> {
  return pagesAhead<SignedSwap>(PAGE, async (last) => {
    const { rows } = await sql<SignedRow>`
      select s.*, u.address as owner, c.text, encode(c.signature, 'hex') as signature, encode(c.session, 'hex') as session,
        to_json(d) as delegation
      from (select swap.* from swap join swap_consent on swap_id = id
        where id > ${last?.swap.id ?? FIRST_ID}::uuid and at_ms > ${BigInt(since?.atMs ?? -1)} order by id limit ${PAGE}) s
      join swap_consent c on c.swap_id = s.id
      left join users u on u.id = s.user_id
      left join lateral (select text, signature, address, kind from delegation where session = c.session) d on true
      order by s.id`.execute(reader)
    return rows.map(({ owner, text, signature, session, delegation, ...swap }) => ({
      swap,
      owner,
      text,
      signature,
      session,
      delegation: delegation === null ? null : (JSON.parse(delegation) as SignedDelegation),
    }))
  })
}

type SignedRow = Selectable<SwapTable> &
  Pick<SignedSwap, 'owner' | 'text' | 'signature' | 'session'> & {
    /** JSON, as the driver leaves it. */
    delegation: string | null
  }

/** Swaps without a signed text; with `since`, those after that audit. */
export const unsignedSwaps = (since: AuditedPart | null): UnsignedActs => sql`
  select user_id, at_ms, 'swap ' || id as name from swap
  where at_ms > ${BigInt(since?.atMs ?? -1)} and not exists (select from swap_consent where swap_id = id)`
