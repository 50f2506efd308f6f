import { hash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesOfHex, hexOf } from '../../bytes.ts'
import { merkleRoot, merkleTree, merkleVerify } from './merkle.ts'

function sha256(data: Uint8Array): Uint8Array {
  return hash('sha256', data, 'buffer')
}

const leaves = fc.array(fc.uint8Array({ maxLength: 40 }), { minLength: 1, maxLength: 70 })

// The eight leaves and roots of the Certificate Transparency reference tests (RFC 6962).
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
test.each([
  [0, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  [1, '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
  [2, 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
  [3, 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77'],
  [5, '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4'],
  [7, 'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c'],
  [8, '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'],
])('the root of %i reference leaves equals RFC 6962’s', (count, root) => {
  const given = REFERENCE.slice(0, count).map((hex) => bytesOfHex(hex) as Uint8Array)
  expect(hexOf(merkleRoot(given, sha256))).toBe(root)
})

test('the path of every leaf proves it, in trees of all sizes', () => {
  fc.assert(
    fc.property(leaves, (all) => {
      const tree = merkleTree(all, sha256)
      for (const [index, leaf] of all.entries()) {
        expect(merkleVerify(leaf, index, all.length, tree.path(index), tree.root, sha256)).toBe(true)
      }
    }),
    { numRuns: 60 },
  )
})

test('a changed leaf, index, path or root proves nothing', () => {
  fc.assert(
    fc.property(leaves, fc.nat(), fc.nat(), fc.nat(255), (all, at, where, bit) => {
      const index = at % all.length
      const leaf = all[index] as Uint8Array
      const root = merkleRoot(all, sha256)
      const path = merkleTree(all, sha256).path(index)
      const flip = (bytes: Uint8Array) =>
        bytes.map((byte, i) => (i === where % bytes.length ? byte ^ (1 << (bit % 8)) : byte))
      const longer = new Uint8Array([...leaf, 0])
      expect(merkleVerify(longer, index, all.length, path, root, sha256)).toBe(false)
      expect(merkleVerify(leaf, index, all.length, path, flip(root), sha256)).toBe(false)
      expect(merkleVerify(leaf, index, all.length, [...path, root], root, sha256)).toBe(false)
      if (path.length > 0) {
        const bent = path.map((one, i) => (i === where % path.length ? flip(one) : one))
        expect(merkleVerify(leaf, index, all.length, bent, root, sha256)).toBe(false)
        expect(merkleVerify(leaf, index, all.length, path.slice(1), root, sha256)).toBe(false)
      }
      const elsewhere = where % all.length
      if (hexOf(all[elsewhere] as Uint8Array) !== hexOf(leaf)) {
        expect(
          merkleVerify(leaf, elsewhere, all.length, merkleTree(all, sha256).path(elsewhere), root, sha256),
        ).toBe(false)
      }
    }),
    { numRuns: 100 },
  )
})

test.each([
  [-1, 3],
  [3, 3],
  [0, 0],
  [0.5, 3],
  [Number.NaN, 3],
])('index %d of %d is refused without a throw', (index, count) => {
  expect(merkleVerify(new Uint8Array(1), index, count, [], new Uint8Array(32), sha256)).toBe(false)
})

test('a node cannot pass for a leaf', () => {
  const [a, b] = [new Uint8Array([1]), new Uint8Array([2])]
  const root = merkleRoot([a, b], sha256)
  const node = new Uint8Array([...sha256(new Uint8Array([0, 1])), ...sha256(new Uint8Array([0, 2]))])
  expect(merkleVerify(node, 0, 1, [], root, sha256)).toBe(false)
})

test('a tree of 10,000 leaves with all its paths costs two hashes a leaf', () => {
  const all = Array.from({ length: 10_000 }, (_, i) => sha256(new Uint8Array([i >> 8, i & 255])))
  let hashes = 0
  const tree = merkleTree(all, (data) => {
    hashes++
    return sha256(data)
  })
  const paths = all.map((_, index) => tree.path(index))
  expect(hashes).toBeLessThanOrEqual(2 * all.length)
  expect(
    merkleVerify(all[9_999] as Uint8Array, 9_999, 10_000, paths[9_999] as Uint8Array[], tree.root, sha256),
  ).toBe(true)
})
