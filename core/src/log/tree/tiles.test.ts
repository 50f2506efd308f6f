import { hash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hexOf } from '../../bytes.ts'
import {
  bundleOf,
  bundlePath,
  foldedRow,
  parseTilePath,
  readBundle,
  readTile,
  TILE_WIDTH,
  tileOf,
  tilePath,
  tileWidth,
} from './tiles.ts'
import { appendLeaf, EMPTY_EDGE, leafHash, rootOf } from './tree.ts'

function sha256(data: Uint8Array): Uint8Array {
  return hash('sha256', data, 'buffer')
}

test.each([
  [{ level: 0, n: 0, width: 256 }, 'tile/0/000'],
  [{ level: 0, n: 67, width: 256 }, 'tile/0/067'],
  [{ level: 2, n: 1067, width: 5 }, 'tile/2/x001/067.p/5'],
  [{ level: 0, n: 1_234_067, width: 255 }, 'tile/0/x001/x234/067.p/255'],
  [{ level: 63, n: 999, width: 1 }, 'tile/63/999.p/1'],
])('tile %j is at %s', (tile, path) => {
  expect(tilePath(tile)).toBe(path)
  expect(parseTilePath(path)).toEqual({ ...tile, isBundle: false })
})

test('entries have their own paths', () => {
  expect(bundlePath(1_067, 256)).toBe('tile/entries/x001/067')
  expect(parseTilePath('tile/entries/x001/067.p/7')).toEqual({ level: 0, n: 1067, width: 7, isBundle: true })
})

test.each([
  'tile/0/67',
  'tile/00/067',
  'tile/64/067',
  'tile/0/001/067',
  'tile/0/x001/x067',
  'tile/0/x000/067',
  'tile/0/067.p/0',
  'tile/0/067.p/256',
  'tile/0/067.p/257',
  'tile/entries/067.p/999',
  'tile/0/067.p/01',
  'tile/0/067.p/',
  'tile/0/067/',
  '/tile/0/067',
  'tile/entry/067',
  'tile/0/x999/x999/x999/x999/x999/999',
  'tile/0/067?x',
])('%s is no path', (path) => {
  expect(parseTilePath(path)).toBeNull()
})

test.each([
  [70_000, 0, 272, 256],
  [70_000, 0, 273, 112],
  [70_000, 0, 274, 0],
  [70_000, 1, 0, 256],
  [70_000, 1, 1, 17],
  [70_000, 2, 0, 1],
  [70_000, 3, 0, 0],
  [256, 0, 0, 256],
  [256, 1, 0, 1],
  [255, 1, 0, 0],
  [2 ** 40, 4, 0, 256],
  [2 ** 40, 5, 0, 1],
])('at size %i, tile %i/%i has %i hashes', (size, level, n, width) => {
  expect(tileWidth(level, n, size)).toBe(width)
})

test('every subtree is a run of hashes in one tile', () => {
  const tiles = new Map<string, Uint8Array[]>()
  const nodes: [level: number, index: number, node: Uint8Array][] = []
  let edge = EMPTY_EDGE
  for (let i = 0; i < 700; i++) {
    edge = appendLeaf(edge, leafHash(Buffer.from(String(i)), sha256), sha256, ({ level, index }, node) => {
      nodes.push([level, index, node])
      if (level % 8 !== 0) return
      const key = `${level / 8}/${Math.floor(index / TILE_WIDTH)}`
      tiles.set(key, [...(tiles.get(key) ?? []), node])
    })
  }
  for (const [level, index, node] of nodes) {
    const at = tileOf({ level, index })
    const row = tiles.get(`${at.level}/${at.n}`)?.slice(at.first, at.first + at.count) ?? []
    expect(row).toHaveLength(at.count)
    expect(hexOf(foldedRow(row, sha256))).toBe(hexOf(node))
  }
  expect(tiles.get('1/0')).toHaveLength(2)
  expect(rootOf(edge, sha256)).toHaveLength(32)
})

test('entries read back from a bundle, and a truncated bundle is rejected', () => {
  expect(hexOf(bundleOf(['a', 'b', 'c']))).toBe('000161000162000163')
  const bodies = fc.array(fc.string({ unit: 'binary-ascii', maxLength: 300 }), { maxLength: 20 })
  fc.assert(
    fc.property(bodies, fc.nat(), (given, cut) => {
      const bundle = bundleOf(given)
      expect(readBundle(bundle)).toEqual(given)
      const end = cut % (bundle.length + 1)
      const shorter = readBundle(bundle.subarray(0, end))
      expect(shorter === null || shorter.every((body, i) => body === given[i])).toBe(true)
      expect(shorter !== null && end < bundle.length && shorter.length === given.length).toBe(false)
    }),
  )
  expect(readBundle(new Uint8Array([0]))).toBeNull()
  expect(readBundle(new Uint8Array([0, 1, 200]))).toBeNull()
  expect(bundleOf(['x'.repeat(65_535)])).toHaveLength(65_537)
  expect(() => bundleOf(['x'.repeat(65_536)])).toThrow('65,535')
})

test('a tile’s file has 32 bytes for each hash', () => {
  const file = new Uint8Array(96).fill(1, 32, 64)
  expect(readTile(file, 3)?.map((one) => one[0])).toEqual([0, 1, 0])
  expect(readTile(file, 2)).toBeNull()
})
