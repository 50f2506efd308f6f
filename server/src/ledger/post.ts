import { accountId, CAUSES, type Cause, type Transfer } from '@tickmark/core/ledger/accounts'
import { hash } from 'node:crypto'
import type { Tx } from '../db/pool.ts'
import { insertTransfers } from './store.ts'

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
  const rows = postings.map(({ from, to, amount, ref, cause, leg }) => ({
    fromId: accountId(from),
    toId: accountId(to),
    amount,
    ref,
    cause: CAUSES[cause],
    leg,
  }))
  return insertTransfers(tx, rows, atMs)
}

/** A ref that follows from what it stands for: the same words, the same ref. A UUID of version 8 (RFC 9562). */
export function refOf(words: string): string {
  return uuidOf(hash('sha256', `tickmark-ref:${words}`))
}

/** What a request asked for, in 128 bits of SHA-256, as a UUID so that it takes 16 bytes in a row. */
export function requestHash(request: string): string {
  return uuidOf(hash('sha256', request))
}

function uuidOf(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
