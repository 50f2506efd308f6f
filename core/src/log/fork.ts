import { bytesOfHex, hexOf } from '../bytes.ts'
import type { Crypto } from '../crypto.ts'
import { isHash } from '../fields.ts'
import { isRecord } from '../json.ts'
import type { Checkpoint } from './checkpoint.ts'
import { chainBetween, chainFrom, chainOf, openUnder, type KeyChain } from './keyChanges.ts'
import { keyText, parseKeyText } from './note.ts'
import { isSame } from './tree/tree.ts'
import { checkConsistency } from './tree/treeProofs.ts'

/**
 * Evidence of a fork: two heads that no append-only log can have, as the newer tree has another root at the older size. Both are
 * signed by one key, or by a key and its successor in a chain. Anyone can check it offline. As in golang.org/x/mod
 * `sumdb/client.go`, `checkTrees`.
 */
export interface ForkEvidence {
  format: 'tickmark-fork/2'
  /** The key of both notes, or the earlier of their two keys, in the form of C2SP signed-note.md. */
  vkey: string
  /** Texts of the `keys` entries from that key to the later one, each signed by the previous key. */
  changes: string[]
  older: { note: string }
  newer: { note: string }
  /** Root of the newer tree at the older size, in hex. */
  olderRootInNewer: string
  /** Consistency proof of that root, in hex; empty when both heads have the same size. */
  proof: string[]
}

/**
 * Builds the evidence from two heads signed by keys of a chain, the smaller first, and the proof of the newer tree's root at that
 * size. Null when the chain did not sign one of them.
 */
export function forkEvidence(
  chain: KeyChain,
  older: string,
  newer: string,
  { olderRootInNewer, proof }: { olderRootInNewer: Uint8Array; proof: readonly Uint8Array[] },
  crypto: Crypto,
): ForkEvidence | null {
  const signers = [older, newer].map((note) => openUnder(note, chain, crypto)?.by ?? -1)
  const [first, last] = [Math.min(...signers), Math.max(...signers)]
  const { keys, changes } = chainBetween(chain, first, last)
  const [key] = keys
  if (first < 0 || !key) return null
  return {
    format: 'tickmark-fork/2',
    vkey: keyText(key),
    changes: [...changes],
    older: { note: older },
    newer: { note: newer },
    olderRootInNewer: hexOf(olderRootInNewer),
    proof: proof.map(hexOf),
  }
}

export type ForkProblem =
  | 'older_not_signed'
  | 'newer_not_signed'
  | 'wrong_changes'
  | 'wrong_order'
  | 'not_proved'
  | 'same_history'

/** The result of checking evidence. It holds without a problem. */
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
  const chain = chainFrom(chainOf(key), evidence.changes, crypto)
  const older = openUnder(evidence.older.note, chain, crypto)
  const newer = openUnder(evidence.newer.note, chain, crypto)
  const [first, last] = [older?.checkpoint ?? null, newer?.checkpoint ?? null]
  const signers = [older?.by, newer?.by]
  // Both ends of the chain must have signed, so that no key outside the fork is accused.
  const isChain = [0, evidence.changes.length].every((end) => signers.includes(end))
  const problem = problemOf(evidence, first, last, crypto) ?? (isChain ? null : 'wrong_changes')
  return { readable: true, vkey: evidence.vkey, older: first, newer: last, problem }
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

/** Parses evidence with exactly its fields; null for any other value. */
export function parseFork(value: unknown): ForkEvidence | null {
  if (!isRecord(value) || Object.keys(value).length !== 7 || value['format'] !== 'tickmark-fork/2')
    return null
  const { vkey, changes, older, newer, olderRootInNewer, proof } = value
  const isFork =
    typeof vkey === 'string' &&
    Array.isArray(changes) &&
    changes.length <= MOST_CHANGES &&
    changes.every((one) => typeof one === 'string') &&
    isNote(older) &&
    isNote(newer) &&
    isHash(olderRootInNewer) &&
    Array.isArray(proof) &&
    proof.length <= MOST_PROOF &&
    proof.every(isHash)
  return isFork ? { format: 'tickmark-fork/2', vkey, changes, older, newer, olderRootInNewer, proof } : null
}

/** Upper bound of a proof's length: one more than the longest between sizes below 2^53. */
const MOST_PROOF = 64
const MOST_CHANGES = 1_000

function isNote(value: unknown): value is { note: string } {
  return isRecord(value) && Object.keys(value).length === 1 && typeof value['note'] === 'string'
}

/** Bytes of a hash in an already validated form. */
function hashOf(hex: string): Uint8Array {
  return bytesOfHex(hex) ?? new Uint8Array(0)
}
