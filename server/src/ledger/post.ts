import { accountId, CAUSES, type Cause, type Transfer } from '@tickmark/core/ledger/accounts'
import { hash } from 'node:crypto'
import type { Tx } from '../db/pool.ts'
import { insertTransfers } from './store.ts'

/** A transfer with its key in the journal. (ref, cause, leg) is unique for ever, so that nothing is posted twice. */
export interface Posting extends Transfer {
  ref: string
  cause: Cause
  leg: number
}

/**
 * Posts transfers in one statement. The table's trigger takes the books' locks and updates the balances. Transfers
 * already in the journal are skipped; returns the number of new ones. Throws when a balance would fall below zero.
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

/** A ref derived from a text: the same text gives the same ref. A UUID of version 8 (RFC 9562). */
export function refOf(words: string): string {
  return uuidOf(hash('sha256', `tickmark-ref:${words}`))
}

/** The request in 128 bits of SHA-256, as a UUID, which takes 16 bytes in a row. */
export function requestHash(request: string): string {
  return uuidOf(hash('sha256', request))
}

function uuidOf(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
