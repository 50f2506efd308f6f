import { assert } from '../../assert.ts'
import type { Sha256 } from '../../crypto.ts'
import { isCount } from '../../fields.ts'
import {
  appendLeaf,
  appendNode,
  EMPTY_EDGE,
  folded,
  isHash,
  isSame,
  nodeHash,
  placesOf,
  rootOf,
  type Edge,
  type NodeHashes,
  type Place,
} from './tree.ts'

/** The subtrees whose hashes make a consistency proof between two sizes. */
export function consistencyPlaces(older: number, newer: number): Place[] {
  return consistencySpans(older, newer).flatMap(({ from, to }) => placesOf(from, to))
}

/** Hashes that prove that the tree of `newer` leaves begins with the tree of `older` ≥ 1 leaves (RFC 9162 section 2.1.4). */
export function consistencyProof(
  older: number,
  newer: number,
  nodes: NodeHashes,
  sha256: Sha256,
): Uint8Array[] {
  return consistencySpans(older, newer).map((span) => spanHash(span, nodes, sha256))
}

/** Leaves `from` up to, not including, `to`. */
interface Span {
  from: number
  to: number
}

function consistencySpans(older: number, newer: number): Span[] {
  assert(isCount(older) && isCount(newer) && older > 0 && older <= newer, 'the older tree is not empty')
  const spans: Span[] = []
  let [from, to] = [0, newer]
  while (older !== to) {
    const middle = from + widthBelow(to - from)
    if (older <= middle) {
      spans.push({ from: middle, to })
      to = middle
    } else {
      spans.push({ from, to: middle })
      from = middle
    }
  }
  // When the older root is a node of the newer tree the proof starts from it; the reader has it, so it is left out.
  if (from > 0) spans.push({ from, to })
  return spans.toReversed()
}

function spanHash({ from, to }: Span, nodes: NodeHashes, sha256: Sha256): Uint8Array {
  return folded(
    placesOf(from, to).map(({ level, index }) => nodes(level, index)),
    sha256,
  )
}

/** Largest power of two below a number above 1. */
function widthBelow(n: number): number {
  let width = 1
  while (width * 2 < n) width *= 2
  return width
}

/** Whether `leaf`, a leaf hash, is number `index` of `size` leaves under `root`. False for malformed input. */
export function checkInclusion(
  leaf: Uint8Array,
  index: number,
  size: number,
  path: readonly Uint8Array[],
  root: Uint8Array,
  sha256: Sha256,
): boolean {
  if (!isCount(index) || !isCount(size) || index >= size) return false
  if (![leaf, root, ...path].every(isHash)) return false
  let hash = leaf
  let used = 0
  for (let [place, last] = [index, size - 1]; last > 0; place = half(place), last = half(last)) {
    const isLeft = place % 2 === 0
    if (isLeft && place === last) continue
    const sibling = path[used++]
    if (!sibling) return false
    hash = isLeft ? nodeHash(hash, sibling, sha256) : nodeHash(sibling, hash, sha256)
  }
  return used === path.length && isSame(hash, root)
}

/**
 * Whether the tree of `newer` leaves under `newerRoot` begins with the tree of `older` leaves under `olderRoot` (RFC 9162
 * section 2.1.4.2). A proof from size 0 is empty and says nothing about the newer root. False for malformed input.
 */
export function checkConsistency(
  older: number,
  newer: number,
  olderRoot: Uint8Array,
  newerRoot: Uint8Array,
  path: readonly Uint8Array[],
  sha256: Sha256,
): boolean {
  if (!isCount(older) || !isCount(newer) || older > newer) return false
  if (![olderRoot, newerRoot, ...path].every(isHash)) return false
  if (older === newer)
    return path.length === 0 && isSame(olderRoot, newerRoot) && isRootOf(older, olderRoot, sha256)
  if (older === 0) return path.length === 0 && isRootOf(0, olderRoot, sha256)
  const isNode = widthBelow(older + 1) === older
  const [first, ...others] = isNode ? [olderRoot, ...path] : path
  if (!first || path.length === 0) return false
  let [place, last] = [older - 1, newer - 1]
  while (place % 2 === 1) [place, last] = [half(place), half(last)]
  let [olderHash, newerHash] = [first, first]
  for (const hash of others) {
    if (last === 0) return false
    if (place % 2 === 1 || place === last) {
      olderHash = nodeHash(hash, olderHash, sha256)
      newerHash = nodeHash(hash, newerHash, sha256)
      while (place % 2 === 0 && place > 0) [place, last] = [half(place), half(last)]
    } else newerHash = nodeHash(newerHash, hash, sha256)
    ;[place, last] = [half(place), half(last)]
  }
  return last === 0 && isSame(olderHash, olderRoot) && isSame(newerHash, newerRoot)
}

/** Whether the root fits the size: only the empty tree has the empty root. */
function isRootOf(size: number, root: Uint8Array, sha256: Sha256): boolean {
  return size > 0 || isSame(root, sha256(new Uint8Array(0)))
}

/** Consecutive leaves: from index `from` on, up to but not including `to`. */
export interface LeafRun {
  from: number
  to: number
}

/** The subtrees that cover the gaps before, between and after ascending runs in a tree of `size`, left to right. */
export function gapPlaces(runs: readonly LeafRun[], size: number): Place[] {
  return gapsOf(runs, size).flat()
}

/** For each run the subtrees before it, then those after the last. */
function gapsOf(runs: readonly LeafRun[], size: number): Place[][] {
  const gaps: Place[][] = []
  let start = 0
  for (const { from, to } of runs) {
    assert(isCount(from) && isCount(to) && from >= start && to >= from, 'the runs ascend')
    gaps.push(placesOf(start, from))
    start = to
  }
  assert(isCount(size) && start <= size, 'the leaves are in the tree')
  return [...gaps, placesOf(start, size)]
}

/**
 * Root of the tree of `size` leaves that contains these runs of leaf hashes, given the hashes of `gapPlaces`; null when the runs
 * do not ascend or fit, or the number of hashes is wrong.
 */
export function runsRoot(
  runs: readonly { from: number; leaves: readonly Uint8Array[] }[],
  size: number,
  hashes: readonly Uint8Array[],
  sha256: Sha256,
): Uint8Array | null {
  const spans = runs.map(({ from, leaves }) => ({ from, to: from + leaves.length }))
  const isAscending = spans.every(({ from }, i) => isCount(from) && from >= (spans[i - 1]?.to ?? 0))
  if (!isAscending || !isCount(size) || (spans.at(-1)?.to ?? 0) > size) return null
  const gaps = gapsOf(spans, size)
  if (gaps.flat().length !== hashes.length) return null
  if (![...hashes, ...runs.flatMap((run) => run.leaves)].every(isHash)) return null
  let edge = EMPTY_EDGE
  let used = 0
  for (const [i, gap] of gaps.entries()) {
    for (const { level } of gap) edge = appendNode(edge, level, hashes[used++] as Uint8Array, sha256)
    for (const leaf of runs[i]?.leaves ?? []) edge = appendLeaf(edge, leaf, sha256)
  }
  return rootOf(edge, sha256)
}

/** The subtrees around consecutive leaves of a tree, on their left and right, both ordered from left to right. */
export interface RangeProof {
  left: readonly Uint8Array[]
  right: readonly Uint8Array[]
}

/** The subtrees that surround leaves `from` up to `to` in a tree of `size`, so that they can be fetched. */
export function rangePlaces(from: number, to: number, size: number): { left: Place[]; right: Place[] } {
  assert(isCount(from) && isCount(size) && from <= to && to <= size, 'the leaves are in the tree')
  return { left: placesOf(0, from), right: placesOf(to, size) }
}

/** Proves that leaves `from` up to `to` are part of a tree of `size`. */
export function rangeProof(from: number, to: number, size: number, nodes: NodeHashes): RangeProof {
  const { left, right } = rangePlaces(from, to, size)
  const hashOf = ({ level, index }: Place) => nodes(level, index)
  return { left: left.map(hashOf), right: right.map(hashOf) }
}

/**
 * Root of the tree of `size` leaves that contains these leaf hashes from index `from` on; null when they do not fit, or the proof
 * has the wrong number of hashes.
 */
export function rangeRoot(
  from: number,
  leaves: readonly Uint8Array[],
  size: number,
  { left, right }: RangeProof,
  sha256: Sha256,
): Uint8Array | null {
  const to = from + leaves.length
  if (!isCount(from) || !isCount(size) || to > size) return null
  const places = rangePlaces(from, to, size)
  if (left.length !== places.left.length || right.length !== places.right.length) return null
  if (![...left, ...leaves, ...right].every(isHash)) return null
  let edge: Edge = { size: from, hashes: left }
  for (const leaf of leaves) edge = appendLeaf(edge, leaf, sha256)
  for (const [i, { level }] of places.right.entries()) {
    edge = appendNode(edge, level, right[i] as Uint8Array, sha256)
  }
  return rootOf(edge, sha256)
}

function half(n: number): number {
  return Math.floor(n / 2)
}
