import { concat } from '../bytes.ts'
import type { Sha256 } from '../crypto.ts'
import { MOST } from '../money/money.ts'
import { isSame } from '../log/tree/tree.ts'

/**
 * A Merkle sum tree (G. Maxwell's proof of liabilities): each node carries the sum of the amounts below it, under its hash. So a path
 * from a leaf to the root shows that the leaf's amount is part of the root's, and a leaf that is left out lowers the root's sum. Amounts
 * are whole units from 0 to 2^63 − 1, written with 8 bytes, the highest first. The last node of an odd level goes up unchanged.
 */

/** A node or leaf: its hash of 32 bytes, and the sum of the amounts below it. */
export interface SumNode {
  hash: Uint8Array
  sum: bigint
}

/** The other child on the way up, and on which side of the path it is. */
export interface SumStep extends SumNode {
  side: 'left' | 'right'
}

/** One level of a tree: hashes one after the other, and the sums. */
export interface SumLevel {
  hashes: Uint8Array
  sums: BigInt64Array
}

/** A level of `count` nodes, to be set by `putSumNode`. */
export function emptySumLevel(count: number): SumLevel {
  return { hashes: new Uint8Array(count * HASH), sums: new BigInt64Array(count) }
}

/** The levels of a tree, its leaves first. */
export interface SumTree {
  readonly levels: readonly SumLevel[]
}

const HASH = 32

/** Nodes hashed between two pauses. */
const PAUSE_EVERY = 500

/**
 * Builds a tree over at least one leaf. It yields every 500 nodes, so that a server can do other work in between. Throws a
 * RangeError when the sum passes 2^63 − 1.
 */
export function* buildSumTree(leaves: SumLevel, sha256: Sha256): Generator<undefined, SumTree> {
  const levels = [leaves]
  for (let below = levels[0]; below && below.sums.length > 1; below = levels.at(-1)) {
    const { sums } = below
    const level = emptySumLevel(Math.ceil(sums.length / 2))
    for (let i = 0; i < level.sums.length; i++) {
      const [left, right] = [nodeAt(below, 2 * i), 2 * i + 1 < sums.length ? nodeAt(below, 2 * i + 1) : null]
      putSumNode(level, i, right ? joined(left, right, sha256) : left)
      if (i % PAUSE_EVERY === PAUSE_EVERY - 1) yield
    }
    levels.push(level)
  }
  return { levels }
}

/** The root of a tree. Throws a RangeError for one without leaves. */
export function sumRoot({ levels }: SumTree): SumNode {
  const top = levels.at(-1)
  if (!top || top.sums.length !== 1) throw new RangeError('a tree has one root')
  return nodeAt(top, 0)
}

/** The steps from leaf number `index` up to the root. */
export function sumPath({ levels }: SumTree, index: number): SumStep[] {
  const steps: SumStep[] = []
  let place = index
  for (const level of levels.slice(0, -1)) {
    const other = place % 2 === 0 ? place + 1 : place - 1
    if (other < level.sums.length)
      steps.push({ ...nodeAt(level, other), side: place % 2 === 0 ? 'right' : 'left' })
    place = Math.floor(place / 2)
  }
  return steps
}

/** The root to which a path leads from a leaf; null when an amount or a sum on the way is out of range. */
export function rootByPath(leaf: SumNode, path: readonly SumStep[], sha256: Sha256): SumNode | null {
  let node = leaf
  for (const { side, ...other } of path) {
    if (!isInRange(node.sum) || !isInRange(other.sum) || !isInRange(node.sum + other.sum)) return null
    node = side === 'left' ? joined(other, node, sha256) : joined(node, other, sha256)
  }
  return isInRange(node.sum) ? node : null
}

/** Whether two nodes have the same hash and sum. */
export function isSameNode(one: SumNode, other: SumNode): boolean {
  return one.sum === other.sum && isSame(one.hash, other.hash)
}

/** Parent of two nodes: H(0x01 ‖ left hash ‖ left sum ‖ right hash ‖ right sum), and the sum of both. */
function joined(left: SumNode, right: SumNode, sha256: Sha256): SumNode {
  const sum = left.sum + right.sum
  if (!isInRange(sum)) throw new RangeError('the sum of a tree is in range')
  return { hash: sha256(concat(NODE, left.hash, bytesOf(left.sum), right.hash, bytesOf(right.sum))), sum }
}

const NODE = new Uint8Array([1])

function bytesOf(sum: bigint): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, sum)
  return bytes
}

function isInRange(sum: bigint): boolean {
  return sum >= 0n && sum <= MOST
}

function nodeAt({ hashes, sums }: SumLevel, i: number): SumNode {
  return { hash: hashes.slice(i * HASH, (i + 1) * HASH), sum: sums[i] ?? 0n }
}

/** Sets node number `i` of a level; its sum is checked only where it is added. */
export function putSumNode({ hashes, sums }: SumLevel, i: number, { hash, sum }: SumNode): void {
  hashes.set(hash, i * HASH)
  sums[i] = sum
}
