import type { Crypto } from '../crypto.ts'
import { openCheckpoint, type Checkpoint } from './checkpoint.ts'
import { forkEvidence, type ForkEvidence } from './fork.ts'
import { chainOf, type KeyChain } from './keyChanges.ts'
import type { KnownKey } from './note.ts'
import { appendLeaf, isHash, isSame, rootOf, type Edge } from './tree.ts'
import { checkConsistency } from './treeProofs.ts'

/** A signed head that a reader has checked and keeps: size and root are those of its note. */
export interface KeptHead {
  size: number
  /** 32 bytes. */
  root: Uint8Array
  note: string
}

/**
 * What comes with a new head. Leaves are the hashes that lead from the kept edge to it. A consistency proof is from the
 * smaller size to the larger one; `olderRoot` is the root that the larger tree has at the smaller size, when it is not
 * the smaller head's own.
 */
export type HeadProof =
  | { kind: 'leaves'; edge: Edge; leaves: readonly Uint8Array[] }
  | { kind: 'consistency'; path: readonly Uint8Array[]; olderRoot?: Uint8Array }

export type Judgement =
  /** The log continues the kept one. The edge is known when leaves led to it. */
  | { kind: 'grown'; head: KeptHead; edge: Edge | null }
  | { kind: 'same'; head: KeptHead }
  /** The kept log continues this one. */
  | { kind: 'older'; head: KeptHead }
  /** Both heads are signed, and no log has both. */
  | { kind: 'fork'; head: KeptHead; evidence: ForkEvidence }
  /** Nothing here shows that one head continues the other, or that it does not. */
  | { kind: 'unproved'; head: KeptHead }
  /** Not a head that this key has signed. */
  | { kind: 'wrong_key' }

/**
 * Compares a new note, which `key` must have signed, with the kept head, which `key` or another one of the chain has
 * signed.
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
  // Every log begins with the empty one, which the proof for size 0 would not show of a root.
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

/** The kept edge with the new leaves; leaves that lead elsewhere prove nothing, as nobody has signed them. */
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
