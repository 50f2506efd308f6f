import type { Sha256 } from '../../crypto.ts'
import { assert } from '../../assert.ts'
import { leafHash } from './tree.ts'
import { checkInclusion } from './treeProofs.ts'

/** A Merkle tree that keeps its inner hashes, so that proofs cost no hashing. */
export interface MerkleTree {
  count: number
  root: Uint8Array
  /** Sibling hashes from leaf `index` up to the root, lowest first. */
  path(index: number): Uint8Array[]
}

/**
 * Builds the tree of RFC 9162 section 2.1 over raw leaves: leaf hash = H(0x00 ‖ leaf), node hash = H(0x01 ‖ left ‖ right),
 * an odd last node moves up unchanged. The root of no leaves is H of nothing.
 */
export function merkleTree(leaves: readonly Uint8Array[], sha256: Sha256): MerkleTree {
  return hashTree(
    leaves.map((leaf) => leafHash(leaf, sha256)),
    sha256,
  )
}

/** The same tree from leaf hashes (`leafHash`), for leaves hashed one by one or no longer kept. */
export function hashTree(hashes: readonly Uint8Array[], sha256: Sha256): MerkleTree {
  const levels = [[...hashes]]
  for (let level = levels[0] as Uint8Array[]; level.length > 1; levels.push(level))
    level = levelAbove(level, sha256)
  const root = levels[levels.length - 1]?.[0] ?? sha256(new Uint8Array(0))
  return { count: hashes.length, root, path: (index) => pathIn(levels, hashes.length, index) }
}

export function merkleRoot(leaves: readonly Uint8Array[], sha256: Sha256): Uint8Array {
  return merkleTree(leaves, sha256).root
}

/**
 * Whether `leaf` is number `index` of `count` leaves under `root` (RFC 9162 section 2.1.3.2). False for malformed
 * input.
 */
export function merkleVerify(
  leaf: Uint8Array,
  index: number,
  count: number,
  path: readonly Uint8Array[],
  root: Uint8Array,
  sha256: Sha256,
): boolean {
  return checkInclusion(leafHash(leaf, sha256), index, count, path, root, sha256)
}

/** Hashes all nodes (`nodeHash`) from one array: a batch of orders has as many as orders. */
function levelAbove(level: readonly Uint8Array[], sha256: Sha256): Uint8Array[] {
  const above: Uint8Array[] = []
  const node = new Uint8Array(65)
  node[0] = 1
  for (let i = 0; i < level.length; i += 2) {
    const left = level[i] as Uint8Array
    const right = level[i + 1]
    if (!right) {
      above.push(left)
      continue
    }
    node.set(left, 1)
    node.set(right, 33)
    above.push(sha256(node))
  }
  return above
}

function pathIn(levels: readonly Uint8Array[][], count: number, index: number): Uint8Array[] {
  assert(Number.isInteger(index) && index >= 0 && index < count, 'a path starts at a leaf of the tree')
  const path: Uint8Array[] = []
  let place = index
  for (const level of levels) {
    const sibling = level[place ^ 1]
    if (sibling) path.push(sibling)
    place >>>= 1
  }
  return path
}
