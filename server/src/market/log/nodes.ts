import { assert } from '@tickmark/core/assert'
import { foldedRow, readTile, TILE_WIDTH, tileOf, tileWidth } from '@tickmark/core/log/tree/tiles'
import {
  placesOf,
  rootOf,
  edgeOf,
  type Edge,
  type NodeHashes,
  type Place,
} from '@tickmark/core/log/tree/tree'
import type { Reader } from '../../db/pool.ts'
import { sha256 } from '../../platform/sha256.ts'
import { readPartialTile, readTileRow } from './treeStore.ts'

/** The first `width` hashes of a tile, concatenated; null when the log lacks them. */
export async function tileBytes(
  reader: Reader,
  level: number,
  n: number,
  width: number,
): Promise<Uint8Array | null> {
  if (width === TILE_WIDTH) return (await readTileRow(reader, level, n))?.data ?? null
  const full = await readPartialTile(reader, level, n, width)
  return full.length === width * 32 ? full : null
}

/** Hashes of subtrees of a log with at least `size` entries, read from its tiles. */
export async function readNodes(reader: Reader, size: number, places: readonly Place[]): Promise<NodeHashes> {
  const tiles = new Map<string, Uint8Array[]>()
  for (const place of places) {
    const { level, n } = tileOf(place)
    if (tiles.has(`${level}/${n}`)) continue
    const width = tileWidth(level, n, size)
    const bytes = await tileBytes(reader, level, n, width)
    const hashes = bytes && readTile(bytes, width)
    assert(hashes, `the log has tile ${n} of level ${level}`)
    tiles.set(`${level}/${n}`, hashes)
  }
  return (level, index) => {
    const at = tileOf({ level, index })
    const row = tiles.get(`${at.level}/${at.n}`)?.slice(at.first, at.first + at.count)
    assert(row?.length === at.count, 'only subtrees that were asked for are needed')
    return foldedRow(row, sha256)
  }
}

/** The right edge of the log at a size. */
export async function readEdge(reader: Reader, size: number): Promise<Edge> {
  return edgeOf(size, await readNodes(reader, size, placesOf(0, size)))
}

/** The root of the log at a size. */
export async function readRoot(reader: Reader, size: number): Promise<Uint8Array> {
  return rootOf(await readEdge(reader, size), sha256)
}
