import { bytesOfHex, hexOf } from '../bytes.ts'
import type { Crypto } from '../crypto.ts'
import { isRecord } from '../json.ts'
import { openCheckpoint, type Checkpoint } from './checkpoint.ts'
import { keyText, parseKeyText, type KnownKey } from './note.ts'
import { isSame } from './tree.ts'
import { checkConsistency } from './treeProofs.ts'

/**
 * Two heads that one key has signed and no log can have: the newer tree has another root at the older size. Anyone can
 * check it offline. As in golang.org/x/mod `sumdb/client.go`, `checkTrees`.
 */
export interface ForkEvidence {
  format: 'tickmark-fork/1'
  /** The key of both notes, as C2SP signed-note.md writes it. */
  vkey: string
  older: { note: string }
  newer: { note: string }
  /** Root of the newer tree at the older size, in hex. */
  olderRootInNewer: string
  /** Consistency proof of that root, in hex; empty when both have one size. */
  proof: string[]
}

/** Writes down two heads that a key has signed, the smaller one first, with the proof of the newer tree's root at that size. */
export function forkEvidence(
  key: KnownKey,
  older: string,
  newer: string,
  olderRootInNewer: Uint8Array,
  proof: readonly Uint8Array[],
): ForkEvidence {
  return {
    format: 'tickmark-fork/1',
    vkey: keyText(key),
    older: { note: older },
    newer: { note: newer },
    olderRootInNewer: hexOf(olderRootInNewer),
    proof: proof.map(hexOf),
  }
}

export type ForkProblem =
  | 'older_not_signed'
  | 'newer_not_signed'
  | 'wrong_order'
  | 'not_proved'
  | 'same_history'

/** The check of evidence. It holds when there is no problem. */
export type ForkReport =
  | { readable: false }
  | {
      readable: true
      vkey: string
      older: Checkpoint | null
      newer: Checkpoint | null
      problem: ForkProblem | null
    }

/** Checks whether evidence shows a fork. Accepts any value. */
export function checkFork(value: unknown, crypto: Crypto): ForkReport {
  const evidence = parseFork(value)
  const key = evidence && parseKeyText(evidence.vkey, crypto.sha256)
  if (!evidence || key?.type !== 1) return { readable: false }
  const older = openCheckpoint(evidence.older.note, key, crypto)
  const newer = openCheckpoint(evidence.newer.note, key, crypto)
  const problem = problemOf(evidence, older, newer, crypto)
  return { readable: true, vkey: evidence.vkey, older, newer, problem }
}

function problemOf(
  { olderRootInNewer, proof }: ForkEvidence,
  older: Checkpoint | null,
  newer: Checkpoint | null,
  { sha256 }: Crypto,
): ForkProblem | null {
  if (!older) return 'older_not_signed'
  if (!newer) return 'newer_not_signed'
  if (older.size > newer.size || older.size === 0) return 'wrong_order'
  const root = hashOf(olderRootInNewer)
  if (!checkConsistency(older.size, newer.size, root, newer.root, proof.map(hashOf), sha256))
    return 'not_proved'
  return isSame(root, older.root) ? 'same_history' : null
}

/** Evidence with exactly its fields; null for any other value. */
export function parseFork(value: unknown): ForkEvidence | null {
  if (!isRecord(value) || Object.keys(value).length !== 6 || value['format'] !== 'tickmark-fork/1')
    return null
  const { vkey, older, newer, olderRootInNewer, proof } = value
  const isFork =
    typeof vkey === 'string' &&
    isNote(older) &&
    isNote(newer) &&
    isHashText(olderRootInNewer) &&
    Array.isArray(proof) &&
    proof.length <= MOST_PROOF &&
    proof.every(isHashText)
  return isFork ? { format: 'tickmark-fork/1', vkey, older, newer, olderRootInNewer, proof } : null
}

/** Hashes of the longest proof between two sizes below 2^53, and one more. */
const MOST_PROOF = 64

function isNote(value: unknown): value is { note: string } {
  return isRecord(value) && Object.keys(value).length === 1 && typeof value['note'] === 'string'
}

function isHashText(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}

/** Bytes of a hash whose form was already checked. */
function hashOf(hex: string): Uint8Array {
  return bytesOfHex(hex) ?? new Uint8Array(0)
}
