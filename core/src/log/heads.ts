import type { Crypto } from '../crypto.ts'
import { openCheckpoint, type Checkpoint } from './checkpoint.ts'
import { forkEvidence, type ForkEvidence } from './fork.ts'
import { chainOf, type KeyChain } from './keyChanges.ts'
import type { KnownKey } from './note.ts'
import { appendLeaf, isHash, isSame, rootOf, type Edge } from './tree/tree.ts'
import { checkConsistency } from './tree/treeProofs.ts'

/** A verified head that a reader keeps; size and root are taken from its note. */
export interface KeptHead {
  size: number
  /** 32 bytes. */
  root: Uint8Array
  note: string
}

/**
 * Proof that comes with a new head: the leaf hashes after the kept edge, or a consistency proof from the smaller to the larger
 * size. `olderRoot` is the larger tree's root at the smaller size, given when it differs from the smaller head's root.
 */
export type HeadProof =
  | { kind: 'leaves'; edge: Edge; leaves: readonly Uint8Array[] }
  | { kind: 'consistency'; path: readonly Uint8Array[]; olderRoot?: Uint8Array }

export type Judgement =
  /** The new head continues the kept one. The edge is known only when leaves were given. */
  | { kind: 'grown'; head: KeptHead; edge: Edge | null }
  | { kind: 'same'; head: KeptHead }
  /** The kept head continues the new one. */
  | { kind: 'older'; head: KeptHead }
  /** Both heads are signed, and no log can have both. */
  | { kind: 'fork'; head: KeptHead; evidence: ForkEvidence }
  /** The proof shows neither that one head continues the other nor that it does not. */
  | { kind: 'unproved'; head: KeptHead }
  /** This key did not sign the head. */
  | { kind: 'wrong_key' }

/**
 * Compares a new note, which must be signed by `key`, with the kept head, which is signed by `key` or another key of the chain.
 */
export function judgeHead(
  kept: KeptHead,
  note: string,
  proof: HeadProof | null,
  key: KnownKey,
  crypto: Crypto,
  chain: KeyChain = chainOf(key),
): Judgement {
  const opened = openCheckpoint(note, key, crypto)
  if (!opened) return { kind: 'wrong_key' }
  const head = headOf(opened, note)
  const fork = (older: string, newer: string, olderRootInNewer: Uint8Array, path: readonly Uint8Array[]) => {
    const evidence = forkEvidence(chain, older, newer, { olderRootInNewer, proof: path }, crypto)
    return evidence ? ({ kind: 'fork', head, evidence } as const) : ({ kind: 'wrong_key' } as const)
  }
  if (head.size === kept.size) {
    if (isSame(head.root, kept.root)) return { kind: 'same', head }
    return fork(kept.note, note, head.root, [])
  }
  if (proof?.kind === 'leaves') return grownBy(kept, head, proof, crypto)
  const [older, newer] = head.size < kept.size ? [head, kept] : [kept, head]
  // Every log extends the empty one, so a proof from size 0 says nothing about the root.
  if (!proof || older.size === 0) return { kind: 'unproved', head }
  const isShown = (root: Uint8Array) =>
    checkConsistency(older.size, newer.size, root, newer.root, proof.path, crypto.sha256)
  if (isShown(older.root))
    return older === kept ? { kind: 'grown', head, edge: null } : { kind: 'older', head }
  const { olderRoot } = proof
  if (!olderRoot || isSame(olderRoot, older.root) || !isShown(olderRoot)) return { kind: 'unproved', head }
  return fork(older.note, newer.note, olderRoot, proof.path)
}

/** The head of an opened note. */
export function headOf({ size, root }: Checkpoint, note: string): KeptHead {
  return { size, root, note }
}

/** Extends the kept edge by the new leaves. Leaves with another root prove nothing, as nobody signed them. */
function grownBy(
  kept: KeptHead,
  head: KeptHead,
  { edge, leaves }: HeadProof & { kind: 'leaves' },
  { sha256 }: Crypto,
): Judgement {
  const fits = edge.size === kept.size && edge.size + leaves.length === head.size && leaves.every(isHash)
  if (!fits) return { kind: 'unproved', head }
  let next = edge
  for (const leaf of leaves) next = appendLeaf(next, leaf, sha256)
  return isSame(rootOf(next, sha256), head.root)
    ? { kind: 'grown', head, edge: next }
    : { kind: 'unproved', head }
}
