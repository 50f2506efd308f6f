import type { KeysEntry } from '@tickmark/core/log/log'
import { hexOf } from '@tickmark/core/bytes'
import { FIRST_SEQ, GENESIS } from '@tickmark/core/log/log'
import type { Db } from '../../db/pool.ts'
import { readEntries, readLast, readLastRoot, readRoots, type RootRow } from '../store.ts'
import { entryOfRow } from '../ticks.ts'

/** Maximum entries or roots per answer. */
export const MOST_PROOF = 200

/** Entries that anyone can verify: from the hash before the first one on, each hash follows from the bodies. */
export interface ProofEntries {
  /** Hex; zeros before the first entry of the log, empty when the log has no such position yet. */
  prevHash: string
  entries: { seq: number; body: string; hash: string }[]
}

/** A signed root: `hash` and Ed25519 `signature` (over `rootText`) in hex, `at` in ms. */
export interface ProofRoot {
  seq: number
  at: number
  hash: string
  signature: string
}

/** Entries `fromSeq` to `toSeq`, both included, at most 200 from the first one on. */
export async function proofEntries(db: Db, fromSeq: number, toSeq: number): Promise<ProofEntries> {
  const from = Math.max(fromSeq, FIRST_SEQ)
  const rows = await readEntries(db, from - 1, Math.min(toSeq, from + MOST_PROOF - 1))
  const before = rows[0]?.seq === from - 1 ? rows.shift() : undefined
  const prevHash = from === FIRST_SEQ ? GENESIS : before?.hash
  return {
    prevHash: prevHash ? hexOf(prevHash) : '',
    entries: rows.map((row) => ({ seq: row.seq, body: row.body, hash: hexOf(row.hash) })),
  }
}

/** Signed roots over entries `fromSeq` to `toSeq`, at most 200; the first root from an entry on vouches for it. */
export async function proofRoots(db: Db, fromSeq: number, toSeq: number): Promise<ProofRoot[]> {
  return (await readRoots(db, fromSeq, toSeq, MOST_PROOF)).map(proofRoot)
}

/** The newest signed root and the keys in force. */
export async function proofHead(db: Db): Promise<{ root: ProofRoot | null; keys: KeysEntry | null }> {
  const [root, keys] = await Promise.all([readLastRoot(db), readLast(db, 'keys')])
  const entry = keys && entryOfRow(keys)
  return { root: root && proofRoot(root), keys: entry?.kind === 'keys' ? entry : null }
}

function proofRoot(row: RootRow): ProofRoot {
  return { seq: row.seq, at: row.at, hash: hexOf(row.hash), signature: hexOf(row.signature) }
}
