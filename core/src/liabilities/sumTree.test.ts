import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { hexOf } from '../bytes.ts'
import { crypto } from '../receipts/nodeCrypto.testing.ts'
import {
  buildSumTree,
  emptySumLevel,
  isSameNode,
  putSumNode,
  rootByPath,
  sumPath,
  sumRoot,
  type SumNode,
} from './sumTree.ts'

const { sha256 } = crypto
const MOST = 2n ** 63n - 1n

function levelOf(leaves: readonly SumNode[]) {
  const level = emptySumLevel(leaves.length)
  for (const [i, one] of leaves.entries()) putSumNode(level, i, one)
  return level
}

function built(leaves: readonly SumNode[]) {
  const building = buildSumTree(levelOf(leaves), sha256)
  let step = building.next()
  let pauses = 0
  while (step.done !== true) {
    pauses += 1
    step = building.next()
  }
  return { tree: step.value, pauses }
}

const leaf = (sum: bigint, i = 0): SumNode => ({ hash: sha256(new Uint8Array([i])), sum })
const leafSets = fc
  .array(fc.bigInt(0n, 2n ** 50n), { minLength: 1, maxLength: 40 })
  .map((sums) => sums.map(leaf))

/** A parent, written out once more from its definition. */
function parent(left: SumNode, right: SumNode): SumNode {
  const sum = (one: SumNode) => Buffer.from(one.sum.toString(16).padStart(16, '0'), 'hex')
  const parts = [Buffer.from([1]), left.hash, sum(left), right.hash, sum(right)]
  return { hash: createHash('sha256').update(Buffer.concat(parts)).digest(), sum: left.sum + right.sum }
}

test('the root of a tree of 1 to 5 leaves joins neighbours, and an odd last node goes up unchanged', () => {
  const [a, b, c, d, e] = [3n, 0n, 5n, 7n, MOST - 15n].map(leaf) as [
    SumNode,
    SumNode,
    SumNode,
    SumNode,
    SumNode,
  ]
  const expected = [
    a,
    parent(a, b),
    parent(parent(a, b), c),
    parent(parent(a, b), parent(c, d)),
    parent(parent(parent(a, b), parent(c, d)), e),
  ]
  for (const [i, node] of expected.entries()) {
    const root = sumRoot(built([a, b, c, d, e].slice(0, i + 1)).tree)
    expect([hexOf(root.hash), root.sum]).toEqual([hexOf(node.hash), node.sum])
  }
})

test('each leaf leads to the root, whose sum is that of all leaves', () => {
  fc.assert(
    fc.property(leafSets, (leaves) => {
      const { tree } = built(leaves)
      const root = sumRoot(tree)
      expect(root.sum).toBe(leaves.reduce((sum, one) => sum + one.sum, 0n))
      for (const [i, one] of leaves.entries()) {
        const found = rootByPath(one, sumPath(tree, i), sha256)
        expect(found && isSameNode(found, root)).toBe(true)
      }
    }),
    { numRuns: 60 },
  )
})

test('a leaf of another amount or hash, or a path with another amount, hash or side, leads elsewhere', () => {
  fc.assert(
    fc.property(leafSets, fc.nat(), fc.nat(), (leaves, at, where) => {
      const { tree } = built(leaves)
      const i = at % leaves.length
      const own = leaves[i] ?? leaf(0n)
      const root = sumRoot(tree)
      const path = sumPath(tree, i)
      const elsewhere = (node: SumNode, steps = path) => {
        const found = rootByPath(node, steps, sha256)
        expect(found === null || !isSameNode(found, root)).toBe(true)
      }
      elsewhere({ ...own, sum: own.sum + 1n })
      elsewhere({ ...own, hash: leaf(0n, 255).hash })
      if (path.length === 0) return
      const place = where % path.length
      const changed = (change: (one: (typeof path)[number]) => Partial<(typeof path)[number]>) =>
        path.map((one, k) => (k === place ? { ...one, ...change(one) } : one))
      elsewhere(
        own,
        changed(({ sum }) => ({ sum: sum + 1n })),
      )
      elsewhere(
        own,
        changed(() => ({ hash: leaf(0n, 254).hash })),
      )
      elsewhere(
        own,
        changed(({ side }) => ({ side: side === 'left' ? 'right' : 'left' })),
      )
      elsewhere(own, path.slice(1))
    }),
    { numRuns: 60 },
  )
})

test.each<[string, bigint, bigint, boolean]>([
  ['of zero', 0n, 0n, true],
  ['up to 2^63 - 1', MOST - 1n, 1n, true],
  ['above 2^63 - 1', MOST, 1n, false],
  ['below zero', -1n, 2n, false],
  ['that a step below zero would lower', 2n, -1n, false],
])('amounts %s are summed or refused', (_, own, other, isTaken) => {
  const path = [{ ...leaf(other, 1), side: 'right' as const }]
  expect(rootByPath(leaf(own), path, sha256)?.sum).toBe(isTaken ? own + other : undefined)
})

test('a leaf alone is the root, unless its amount is out of range', () => {
  expect(rootByPath(leaf(MOST), [], sha256)?.sum).toBe(MOST)
  for (const wrong of [-1n, MOST + 1n]) expect(rootByPath(leaf(wrong), [], sha256)).toBeNull()
})

test('a tree has a leaf, and a sum within range', () => {
  expect(() => built([leaf(MOST), leaf(1n, 1)])).toThrow(RangeError)
  expect(() => sumRoot(built([]).tree)).toThrow(RangeError)
})

test('building pauses after each 500 nodes of a level', () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => leaf(BigInt(i), i % 256))
  expect([998, 1000, 1002, 3000].map((count) => built(many(count)).pauses)).toEqual([0, 1, 1, 4])
})
