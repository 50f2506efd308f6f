import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bytesOfHex, hexOf } from '../../bytes.ts'
import { hashTree, merkleTree, type MerkleTree } from './merkle.ts'
import {
  appendLeaf,
  appendNode,
  EMPTY_EDGE,
  edgeOf,
  isEdge,
  leafHash,
  nodeHash,
  placesOf,
  rootOf,
  type Edge,
} from './tree.ts'
import {
  checkConsistency,
  checkInclusion,
  consistencyPlaces,
  consistencyProof,
  rangePlaces,
  rangeProof,
  rangeRoot,
} from './treeProofs.ts'

function sha256(data: Uint8Array): Uint8Array {
  return hash('sha256', data, 'buffer')
}

const MOST = 1_100
/** Every complete subtree of the largest tree, and the edge and root at each size. */
const nodes = new Map<string, Uint8Array>()
const edges: Edge[] = [EMPTY_EDGE]
const leaves: Uint8Array[] = []
for (let i = 0; i < MOST; i++) {
  const leaf = leafHash(Buffer.from(`entry ${i}`), sha256)
  leaves.push(leaf)
  const keep = ({ level, index }: { level: number; index: number }, node: Uint8Array) =>
    void nodes.set(`${level}/${index}`, node)
  edges.push(appendLeaf(edges[i] as Edge, leaf, sha256, keep))
}
const roots = edges.map((edge) => rootOf(edge, sha256))

function node(level: number, index: number): Uint8Array {
  const found = nodes.get(`${level}/${index}`)
  if (!found) throw new Error(`no subtree ${level}/${index}`)
  return found
}

const leaf = (index: number) => leaves[index] as Uint8Array
const root = (size: number) => roots[size] as Uint8Array
const wholes = new Map<number, MerkleTree>()
function included(index: number, size: number): Uint8Array[] {
  const whole = wholes.get(size) ?? hashTree(leaves.slice(0, size), sha256)
  wholes.set(size, whole)
  return whole.path(index)
}
const consistent = (older: number, newer: number) => consistencyProof(older, newer, node, sha256)

const SMALL = Array.from({ length: 64 }, (_, i) => i + 1)
const LARGE = [255, 256, 257, 511, 512, 513, 1024, 1025, 1026, 1050, 1099, 1100]
const SIZES = [...SMALL, ...LARGE]

/** All indexes of a small tree; for a large tree the ends, those around each tile boundary, and some between. */
function indexesOf(size: number): number[] {
  if (size <= 64) return Array.from({ length: size }, (_, i) => i)
  const near = [0, 1, 2, 63, 64, 127, 254, 255, 256, 257, 400, 510, 511, 512, 513, 767, 768, 1023, 1024, 1025]
  return [...new Set([...near, size - 2, size - 1])].filter((one) => one < size)
}

describe('the reference vectors of transparency-dev/merkle, testdata at 417fb0c (Apache-2.0)', () => {
  interface Vector {
    file: string
    proof: string[] | null
    wantErr: boolean
    leafIdx: number
    treeSize: number
    leafHash: string
    root: string
    size1: number
    size2: number
    root1: string
    root2: string
  }
  const vectors = readFileSync(join(import.meta.dirname, 'treeVectors.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Vector)
  const bytes = (text: string | null) => new Uint8Array(Buffer.from(text ?? '', 'base64'))
  const isRight = (one: Vector) => {
    const path = (one.proof ?? []).map(bytes)
    return one.file.startsWith('inclusion')
      ? checkInclusion(bytes(one.leafHash), one.leafIdx, one.treeSize, path, bytes(one.root), sha256)
      : checkConsistency(one.size1, one.size2, bytes(one.root1), bytes(one.root2), path, sha256)
  }

  test('there are 98 of each kind', () => {
    expect(vectors.filter((one) => one.file.startsWith('inclusion'))).toHaveLength(98)
    expect(vectors.filter((one) => one.file.startsWith('consistency'))).toHaveLength(98)
  })

  test.each(vectors)('$file', (vector) => {
    // The roots of this vector have 12 bytes, unlike any root of ours.
    const isShort = vector.file.endsWith('/sizes-are-equal-one-and-proof-is-empty')
    expect(isRight(vector)).toBe(!vector.wantErr && !isShort)
  })
})

const REFERENCE = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
]
const given = REFERENCE.map((hex) => leafHash(bytesOfHex(hex) as Uint8Array, sha256))
const tree = (from: number, to: number): Edge =>
  given.slice(from, to).reduce((edge, one) => appendLeaf(edge, one, sha256), EMPTY_EDGE)
const rootHex = (from: number, to: number) => hexOf(rootOf(tree(from, to), sha256))

test.each([
  [0, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  [1, '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
  [2, 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
  [3, 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77'],
  [5, '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4'],
  [7, 'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c'],
  [8, '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'],
])('the root of %i reference leaves, appended one by one, equals RFC 6962’s', (size, expected) => {
  expect(rootHex(0, size)).toBe(expected)
})

test('our leaf hash and proofs equal those printed by the reference tests', () => {
  expect(hexOf(leafHash(Buffer.from('L123456'), sha256))).toBe(
    '395aa064aa4c29f7010acfe3f25db9485bbd4b91897b6ad7ad547639252b4d56',
  )
  const reference = (level: number, index: number) =>
    rootOf(tree(index * 2 ** level, (index + 1) * 2 ** level), sha256)
  const hexes = (path: readonly Uint8Array[]) => path.map(hexOf)
  expect(hexes(consistencyProof(3, 7, reference, sha256))).toEqual([
    rootHex(2, 3),
    rootHex(3, 4),
    rootHex(0, 2),
    '837dbb152e9b079010717e84e865da4ebc0fa198a806d59d31bf15accef22d0e',
  ])
  expect(hexes(consistencyProof(4, 8, reference, sha256))).toEqual([rootHex(4, 8)])
  expect(rootHex(4, 8)).toMatch(/^6b47aaf29ee3c2af.*f6e4$/)
  expect(
    hexes(hashTree(given.slice(0, 7), sha256).path(5)).map((one) => [one.slice(0, 8), one.slice(-4)]),
  ).toEqual([
    ['bc1a0643', '9e6b'],
    ['b08693ec', '1a5f'],
    ['d37ee418', '14b7'],
  ])
})

describe.each(SIZES)('a log of %i entries', (size) => {
  test('has the root of the whole tree, and an edge that can be rebuilt', () => {
    const whole = merkleTree(
      Array.from({ length: size }, (_, i) => Buffer.from(`entry ${i}`)),
      sha256,
    )
    expect(hexOf(root(size))).toBe(hexOf(whole.root))
    expect(edgeOf(size, node)).toEqual(edges[size])
    expect(isEdge(edges[size] as Edge)).toBe(true)
  })

  test('proves each entry, and no other at its index', () => {
    for (const index of indexesOf(size)) {
      const path = included(index, size)
      const holds = (one: Uint8Array, at: number, of: number, by: Uint8Array[], under: Uint8Array) =>
        checkInclusion(one, at, of, by, under, sha256)
      expect(holds(leaf(index), index, size, path, root(size))).toBe(true)
      const elsewhere = (index + 1) % size
      expect(holds(leaf(elsewhere), index, size, path, root(size))).toBe(size === 1)
      expect(holds(leaf(index), elsewhere, size, path, root(size))).toBe(size === 1)
      expect(holds(leaf(index), index, size, [...path, leaf(0)], root(size))).toBe(false)
      if (path.length > 0) expect(holds(leaf(index), index, size, path.slice(1), root(size))).toBe(false)
      for (const bent of bentOnes(path)) expect(holds(leaf(index), index, size, bent, root(size))).toBe(false)
      expect(holds(leaf(index), index, size, path, bend(root(size)))).toBe(false)
    }
  })

  test('extends each earlier log, and no other', () => {
    for (const older of [...indexesOf(size).filter((one) => one > 0), size]) {
      const path = consistent(older, size)
      const holds = (one: Uint8Array, other: Uint8Array, by: Uint8Array[], from = older, to = size) =>
        checkConsistency(from, to, one, other, by, sha256)
      expect(holds(root(older), root(size), path)).toBe(true)
      expect(holds(bend(root(older)), root(size), path)).toBe(false)
      expect(holds(root(older), bend(root(size)), path)).toBe(false)
      expect(holds(root(older), root(size), [...path, root(1)])).toBe(false)
      if (older < size) expect(holds(root(older), root(size), path.slice(0, -1))).toBe(false)
      for (const bent of bentOnes(path)) expect(holds(root(older), root(size), bent)).toBe(false)
      expect(holds(root(older), root(size), path, older + 1)).toBe(false)
      expect(holds(root(older), root(size), path, size, older)).toBe(older === size)
    }
  })

  test('proves ranges of entries', () => {
    const ends =
      size <= 12
        ? Array.from({ length: size + 1 }, (_, i) => i)
        : [...indexesOf(size).filter((_, i) => i % 4 === 0), size]
    for (const from of ends) {
      for (const to of ends.filter((one) => one >= from)) {
        const proof = rangeProof(from, to, size, node)
        const stretch = leaves.slice(from, to)
        expect(rangeRoot(from, stretch, size, proof, sha256)).toEqual(root(size))
        expect(rangeRoot(from, [...stretch, leaf(0)], size, proof, sha256)).not.toEqual(root(size))
        expect(rangeRoot(from + 1, stretch, size, proof, sha256)).not.toEqual(root(size))
        const { left, right } = proof
        const more = [...right, leaf(0)]
        expect(rangeRoot(from, stretch, size, { left, right: more }, sha256)).toBeNull()
        expect(rangeRoot(from, stretch, size, { left: [leaf(0), ...left], right }, sha256)).toBeNull()
        for (const bent of bentOnes(left))
          expect(rangeRoot(from, stretch, size, { left: bent, right }, sha256)).not.toEqual(root(size))
        for (const bent of bentOnes(right))
          expect(rangeRoot(from, stretch, size, { left, right: bent }, sha256)).not.toEqual(root(size))
      }
    }
  })
})

function bend(bytes: Uint8Array, at = 0): Uint8Array {
  return bytes.map((byte, i) => (i === at ? byte ^ 1 : byte))
}

/** Paths with one hash changed, truncated or left out. */
function bentOnes(path: readonly Uint8Array[]): Uint8Array[][] {
  return path.flatMap((one, i) => [
    path.with(i, bend(one, i % 32)),
    path.with(i, one.slice(1)),
    path.toSpliced(i, 1),
  ])
}

test('random ranges and sizes hold, and any flipped bit fails', () => {
  fc.assert(
    fc.property(fc.nat(MOST), fc.nat(), fc.nat(40), fc.nat(), (size, at, count, flip) => {
      const from = at % (size + 1)
      const stretch = leaves.slice(from, Math.min(size, from + count))
      const proof = rangeProof(from, from + stretch.length, size, node)
      expect(rangeRoot(from, stretch, size, proof, sha256)).toEqual(root(size))
      if (stretch.length === 0) return
      const which = flip % stretch.length
      const bent = stretch.with(which, bend(stretch[which] as Uint8Array, flip % 32))
      expect(rangeRoot(from, bent, size, proof, sha256)).not.toEqual(root(size))
    }),
  )
})

test('a proof from size 0 is empty and says nothing about the newer tree; only size 0 has the empty root', () => {
  expect(checkConsistency(0, 5, root(0), root(5), [], sha256)).toBe(true)
  expect(checkConsistency(0, 5, root(1), root(5), [], sha256)).toBe(false)
  expect(checkConsistency(0, 5, root(0), root(5), [root(1)], sha256)).toBe(false)
  expect(checkConsistency(0, 0, root(0), root(0), [], sha256)).toBe(true)
  expect(checkConsistency(0, 0, root(1), root(1), [], sha256)).toBe(false)
})

test.each([
  [-1, 3],
  [3, 3],
  [0, 0],
  [0.5, 3],
  [Number.NaN, 3],
  [2 ** 60, 2 ** 61],
])('index %d of %d is refused without a throw', (index, size) => {
  expect(checkInclusion(leaf(0), index, size, [], leaf(0), sha256)).toBe(false)
  expect(rangeRoot(index, [leaf(0)], size, { left: [], right: [] }, sha256)).toBeNull()
})

/** A tree too large to hash: each node is the hash of its position. */
const imagined = (level: number, index: number): Uint8Array => {
  if (level === 0) return sha256(Buffer.from(String(index)))
  return nodeHash(imagined(level - 1, 2 * index), imagined(level - 1, 2 * index + 1), sha256)
}

test.each([2 ** 31 + 3, 2 ** 33 + 2 ** 20 + 5, 2 ** 40 + 1])(
  'indexes beyond 32 bits work: size %d',
  (size) => {
    // Subtrees above this height get made-up hashes, as their leaves are too many to hash.
    const stub = (level: number, index: number): Uint8Array =>
      level <= 3 ? imagined(level, index) : sha256(Buffer.from(`${level}/${index}`))
    const spread = placesOf(0, size)
    expect(spread.reduce((sum, { level }) => sum + 2 ** level, 0)).toBe(size)
    const last = Math.floor(size) - 1
    const whole = rootOf(edgeOf(size, stub), sha256)
    const proof = rangeProof(size - 1, size, size, stub)
    // Beside the last leaf's way to the root there are only whole subtrees, on its left.
    const path = proof.left.toReversed()
    expect(checkInclusion(stub(0, last), last, size, path, whole, sha256)).toBe(true)
    const grown = appendLeaf(edgeOf(size, stub), stub(0, size), sha256)
    const before = consistencyProof(
      size,
      size + 1,
      (level, index) => nodeIn(grown, stub, level, index),
      sha256,
    )
    expect(checkConsistency(size, size + 1, whole, rootOf(grown, sha256), before, sha256)).toBe(true)
    expect(rangeRoot(size - 1, [stub(0, last)], size, proof, sha256)).toEqual(whole)
  },
)

/** Nodes of the grown tree: those of the new edge, else those of the old tree. */
function nodeIn(edge: Edge, old: typeof imagined, level: number, index: number): Uint8Array {
  const place = placesOf(0, edge.size).findIndex((one) => one.level === level && one.index === index)
  return edge.hashes[place] ?? old(level, index)
}

test('the subtrees that a proof needs are known before they are fetched', () => {
  const asked: string[] = []
  const heard = (level: number, index: number) => {
    asked.push(`${level}/${index}`)
    return node(level, index)
  }
  const texts = (places: { level: number; index: number }[]) =>
    places.map(({ level, index }) => `${level}/${index}`)
  consistencyProof(300, 1_000, heard, sha256)
  expect(asked).toEqual(texts(consistencyPlaces(300, 1_000)))
})

test('a foreign edge is accepted only with the hashes that its size needs', () => {
  const edge = edges[7] as Edge
  expect(isEdge({ ...edge, size: 8 })).toBe(false)
  expect(isEdge({ ...edge, size: -1 })).toBe(false)
  expect(isEdge({ ...edge, size: 7.5 })).toBe(false)
  expect(isEdge({ ...edge, hashes: edge.hashes.slice(1) })).toBe(false)
  expect(isEdge({ ...edge, hashes: edge.hashes.map((one) => one.slice(1)) })).toBe(false)
})

test('a subtree is appended only where a tree of its width begins', () => {
  for (const level of [0, 1, 2, 3])
    for (let size = 0; size <= 16; size++) {
      const append = () => appendNode(edges[size] as Edge, level, leaf(0), sha256)
      if (size % 2 ** level === 0) expect(append().size).toBe(size + 2 ** level)
      else expect(append).toThrow('a multiple of its width')
    }
})

test('leaves that are not in the tree have no place in it', () => {
  expect(rangePlaces(0, 3, 3)).toEqual({ left: [], right: [] })
  for (const [from, to, size] of [
    [2, 1, 3],
    [0, 4, 3],
    [-1, 1, 3],
    [0.5, 1, 3],
    [0, 1, 1.5],
  ] as const)
    expect(() => rangePlaces(from, to, size), `${from} to ${to} of ${size}`).toThrow('in the tree')
})
