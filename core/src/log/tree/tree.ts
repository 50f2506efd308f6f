import { assert } from '../../assert.ts'
import { concat } from '../../bytes.ts'
import type { Sha256 } from '../../crypto.ts'

/**
 * The log's Merkle tree: RFC 6962 section 2.1, RFC 9162 section 2.1. Hashes have 32 bytes. Sizes and indexes may exceed
 * 2^31, so nothing here uses bit operators.
 */

/** Hash of one leaf: H(0x00 ‖ leaf). */
export function leafHash(leaf: Uint8Array, sha256: Sha256): Uint8Array {
  return sha256(concat(LEAF, leaf))
}

/** Hash of an inner node: H(0x01 ‖ left ‖ right). */
export function nodeHash(left: Uint8Array, right: Uint8Array, sha256: Sha256): Uint8Array {
  return sha256(concat(NODE, left, right))
}

const LEAF = new Uint8Array([0])
const NODE = new Uint8Array([1])

/** A complete subtree: the leaves from `index` × 2^`level` on, 2^`level` of them. */
export interface Place {
  level: number
  index: number
}

/** Hash of a complete subtree of the tree. */
export type NodeHashes = (level: number, index: number) => Uint8Array

/**
 * The right edge of a tree, which suffices to append to it. `hashes` are the roots of the complete subtrees that make up the
 * tree, the largest (leftmost) first: one for each 1 in the binary size.
 */
export interface Edge {
  readonly size: number
  readonly hashes: readonly Uint8Array[]
}

export const EMPTY_EDGE: Edge = { size: 0, hashes: [] }

/** Edge of a tree whose inner nodes are available. */
export function edgeOf(size: number, nodes: NodeHashes): Edge {
  return { size, hashes: placesOf(0, size).map(({ level, index }) => nodes(level, index)) }
}

/** Whether a foreign edge has exactly the number of hashes that its size needs, all of 32 bytes. */
export function isEdge({ size, hashes }: Edge): boolean {
  return (
    Number.isSafeInteger(size) &&
    size >= 0 &&
    hashes.length === placesOf(0, size).length &&
    hashes.every(isHash)
  )
}

/**
 * The edge after one more leaf. Calls `onNode` for each subtree that the leaf completes, including the leaf itself, lowest first.
 */
export function appendLeaf(
  edge: Edge,
  leaf: Uint8Array,
  sha256: Sha256,
  onNode?: (place: Place, hash: Uint8Array) => void,
): Edge {
  return appendNode(edge, 0, leaf, sha256, onNode)
}

/** The edge after appending a complete subtree of 2^`level` leaves; the size must be a multiple of that. */
export function appendNode(
  edge: Edge,
  level: number,
  hash: Uint8Array,
  sha256: Sha256,
  onNode?: (place: Place, hash: Uint8Array) => void,
): Edge {
  const width = 2 ** level
  assert(edge.size % width === 0, 'a subtree is appended at a multiple of its width')
  const hashes = [...edge.hashes]
  let node = { level, index: edge.size / width }
  let top = hash
  onNode?.(node, top)
  while (node.index % 2 === 1) {
    const left = hashes.pop()
    assert(left, 'an edge has a hash for each of its subtrees')
    top = nodeHash(left, top, sha256)
    node = { level: node.level + 1, index: (node.index - 1) / 2 }
    onNode?.(node, top)
  }
  hashes.push(top)
  return { size: edge.size + width, hashes }
}

/** Root of a tree by its edge; of no leaves it is H of nothing. */
export function rootOf({ hashes }: Edge, sha256: Sha256): Uint8Array {
  return hashes.length === 0 ? sha256(new Uint8Array(0)) : folded(hashes, sha256)
}

/** The fewest complete subtrees that cover leaves `from` up to `to`, left to right. */
export function placesOf(from: number, to: number): Place[] {
  const places: Place[] = []
  for (let start = from; start < to;) {
    let [level, width] = [0, 1]
    while (start % (2 * width) === 0 && start + 2 * width <= to) {
      width *= 2
      level += 1
    }
    places.push({ level, index: start / width })
    start += width
  }
  return places
}

/** One hash over neighbouring subtrees, each larger than the next. */
export function folded(hashes: readonly Uint8Array[], sha256: Sha256): Uint8Array {
  return hashes.reduceRight((right, left) => nodeHash(left, right, sha256))
}

export function isHash(hash: Uint8Array): boolean {
  return hash.length === 32
}

/** Whether two hashes are the same bytes. */
export function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i])
}
