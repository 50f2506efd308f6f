import { assert } from '../../assert.ts'
import { asciiBytes, concat } from '../../bytes.ts'
import type { Sha256 } from '../../crypto.ts'
import { nodeHash, type Place } from './tree.ts'

/**
 * The tree in files of 256 hashes, as in C2SP tlog-tiles.md. Tile `n` of `level` L holds the roots of complete subtrees of 256^L
 * leaves, numbers 256 n to 256 n + 255; the newest tile of a level may have fewer.
 */
export interface Tile {
  level: number
  n: number
  /** Hashes in it: 1 to 256. */
  width: number
}

export const TILE_WIDTH = 256
/** Levels of the tree that a tile spans. */
export const TILE_HEIGHT = 8
const HIGHEST_LEVEL = 63

/** Hashes of a tile at a size of the log: 256 when it is full, 0 when it does not exist yet. */
export function tileWidth(level: number, n: number, size: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** level)
  return Math.max(0, Math.min(TILE_WIDTH, hashes - n * TILE_WIDTH))
}

/** The tile that holds a subtree, and the subtree's hashes in it. */
export function tileOf({ level, index }: Place): { level: number; n: number; first: number; count: number } {
  const tileLevel = Math.floor(level / TILE_HEIGHT)
  const count = 2 ** (level % TILE_HEIGHT)
  const n = Math.floor((index * count) / TILE_WIDTH)
  return { level: tileLevel, n, first: index * count - n * TILE_WIDTH, count }
}

/** Root over 1, 2, 4 … 256 neighbouring subtrees of equal size. */
export function foldedRow(hashes: readonly Uint8Array[], sha256: Sha256): Uint8Array {
  let row = hashes
  while (row.length > 1) {
    const above: Uint8Array[] = []
    for (let i = 0; i < row.length; i += 2)
      above.push(nodeHash(row[i] as Uint8Array, row[i + 1] as Uint8Array, sha256))
    row = above
  }
  const root = row[0]
  assert(root, 'a row has hashes')
  return root
}

/** Path of a tile below the log's address: `tile/0/x001/067`, and `tile/0/x001/067.p/5` for one with 5 hashes. */
export function tilePath({ level, n, width }: Tile): string {
  return `tile/${level}/${digitsOf(n)}${suffixOf(width)}`
}

/** Path of the entries that are the leaves of a tile of level 0. */
export function bundlePath(n: number, width: number): string {
  return `tile/entries/${digitsOf(n)}${suffixOf(width)}`
}

/** Groups of three digits, all but the last with an x: 1234067 is `x001/x234/067`. */
function digitsOf(n: number): string {
  const padded = String(n).padStart(Math.ceil(String(n).length / 3) * 3, '0')
  const groups = padded.match(/\d{3}/g) ?? []
  return groups.map((group, i) => (i < groups.length - 1 ? `x${group}` : group)).join('/')
}

function suffixOf(width: number): string {
  return width === TILE_WIDTH ? '' : `.p/${width}`
}

/** Parses the path of a tile or entry bundle; null for any other path, so that each file has one path. */
export function parseTilePath(path: string): (Tile & { isBundle: boolean }) | null {
  const [, kind = '', digits = '', partial] =
    /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path) ?? []
  const isBundle = kind === 'entries'
  const level = isBundle ? 0 : Number(kind)
  const n = Number(digits.replaceAll(/[x/]/g, ''))
  const width = partial === undefined ? TILE_WIDTH : Number(partial)
  if (digits === '' || level > HIGHEST_LEVEL || !Number.isSafeInteger(n * TILE_WIDTH)) return null
  if (partial !== undefined && width >= TILE_WIDTH) return null
  const own = isBundle ? bundlePath(n, width) : tilePath({ level, n, width })
  return own === path ? { level, n, width, isBundle } : null
}

const MOST_BODY = 65_535

/** Concatenates entries, each prefixed with its length in two bytes, big endian. */
export function bundleOf(bodies: readonly string[]): Uint8Array<ArrayBuffer> {
  return concat(
    ...bodies.flatMap((body) => {
      assert(body.length <= MOST_BODY, 'an entry has at most 65,535 bytes')
      return [new Uint8Array([Math.floor(body.length / 256), body.length % 256]), asciiBytes(body)]
    }),
  )
}

/** The entries of a bundle; null when it is truncated or an entry is not ASCII. */
export function readBundle(bundle: Uint8Array): string[] | null {
  const bodies: string[] = []
  for (let at = 0; at < bundle.length;) {
    const length = (bundle[at] ?? 0) * 256 + (bundle[at + 1] ?? 0)
    const bytes = bundle.subarray(at + 2, at + 2 + length)
    if (at + 2 + length > bundle.length || bytes.some((byte) => byte > 127)) return null
    bodies.push(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    at += 2 + length
  }
  return bodies
}

/** The hashes of a tile's file; null unless it has exactly `width` of them. */
export function readTile(file: Uint8Array, width: number): Uint8Array[] | null {
  if (file.length !== width * 32) return null
  return Array.from({ length: width }, (_, i) => file.subarray(i * 32, i * 32 + 32))
}
