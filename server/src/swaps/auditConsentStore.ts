import type { SignedDelegation } from '@tickmark/core/consent/delegation'
import { sql, type Selectable } from 'kysely'
import type { Reader } from '../db/pool.ts'
import { FIRST_ID } from '../db/timeId.ts'
import { pagesAhead } from '../module/pagesAhead.ts'
import type { AuditedPart } from '../module/auditRule.ts'
import type { SwapTable } from './tables.ts'

/** A swap with what its owner signed. */
export interface OwnedSwap {
  swap: Selectable<SwapTable>
  /** Of the user; null without one. */
  owner: string | null
  /** Null when nothing was signed. */
  signed: SignedSwapRow | null
  /** The owner's first sign-in without a key; null when he always had one. */
  keyless: SignedDelegation | null
}

interface SignedSwapRow {
  text: string
  /** r ‖ s, in hex. */
  signature: string
  /** SHA-256 of the key that signed, in hex. */
  session: string
  /** To that key; null without one. */
  delegation: SignedDelegation | null
}

const PAGE = 1_000

/** Swaps by id; with `since`, those after that audit. What was signed for a swap never changes. */
export function ownedSwaps(reader: Reader, since: AuditedPart | null): AsyncGenerator<OwnedSwap[]> {
  return pagesAhead<OwnedSwap>(PAGE, async (last) => {
    const { rows } = await sql<OwnedRow>`
      select s.*, u.address as owner, c.text as signed_text, encode(c.signature, 'hex') as signature, encode(c.session, 'hex') as session,
        to_json(d) as delegation, to_json(k) as keyless
      from (select * from swap where id > ${last?.swap.id ?? FIRST_ID}::uuid and at_ms > ${BigInt(since?.atMs ?? -1)}
        order by id limit ${PAGE}) s
      left join users u on u.id = s.user_id
      left join swap_consent c on c.swap_id = s.id
      left join lateral (select text, signature, address, kind from delegation where session = c.session) d on true
      left join lateral (select text, signature, address, kind from keyless_sign_in
        where address = u.address and c.swap_id is null) k on true
      order by s.id`.execute(reader)
    return rows.map((row) => ({
      swap: row,
      owner: row.owner,
      signed: signedOf(row),
      keyless: proofIn(row.keyless),
    }))
  })
}

type OwnedRow = Selectable<SwapTable> & {
  owner: string | null
  signed_text: string | null
  signature: string | null
  session: string | null
  /** JSON, as the driver leaves it. */
  delegation: string | null
  keyless: string | null
}

function signedOf({ signed_text: text, signature, session, delegation }: OwnedRow): SignedSwapRow | null {
  if (text === null || signature === null || session === null) return null
  return { text, signature, session, delegation: proofIn(delegation) }
}

function proofIn(json: string | null): SignedDelegation | null {
  return json === null ? null : (JSON.parse(json) as SignedDelegation)
}
