import { accountId, CAUSES, type Cause, type Transfer } from '@tickmark/core/ledger/accounts'
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../db/pool.ts'
import { int2s, int8s, uuids } from '../db/arrays.ts'
import type {} from './tables.ts'

/** A transfer with its place in the journal. (ref, cause, leg) is unique for ever, so that nothing is posted twice. */
export interface Posting extends Transfer {
  ref: string
  cause: Cause
  leg: number
}

/**
 * Posts transfers in one statement; balances follow by the table's trigger, which takes the books' locks. Those that are
 * in the journal already are left alone: replies with how many are new. Throws when a balance would fall below zero.
 */
export async function postTransfers(tx: Tx, postings: readonly Posting[], atMs: number): Promise<number> {
  if (postings.length === 0) return 0
  const { numAffectedRows } = await sql`
    insert into transfer (from_id, to_id, amount, at_ms, ref, cause, leg)
    select from_id, to_id, amount, ${atMs}::bigint, ref, cause, leg from unnest(
      ${int8s(postings.map((one) => accountId(one.from)))}::bigint[],
      ${int8s(postings.map((one) => accountId(one.to)))}::bigint[],
      ${int8s(postings.map((one) => one.amount))}::bigint[],
      ${uuids(postings.map((one) => one.ref))}::uuid[],
      ${int2s(postings.map((one) => CAUSES[one.cause]))}::smallint[],
      ${int2s(postings.map((one) => one.leg))}::smallint[]
    ) as posting (from_id, to_id, amount, ref, cause, leg)
    on conflict do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** A ref that follows from what it stands for: the same words, the same ref. A UUID of version 8 (RFC 9562). */
export function refOf(words: string): string {
  return uuidOf(hash('sha256', `tickmark-ref:${words}`))
}

/** What a request asked for, in 128 bits of SHA-256, as a UUID so that it takes 16 bytes in a row. */
export function fingerprintOf(request: string): string {
  return uuidOf(hash('sha256', request))
}

function uuidOf(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
