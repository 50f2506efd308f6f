import { hexOf } from '@tickmark/core/bytes'
import { entryLeaf, followsKeys, parseEntry, type KeysEntry } from '@tickmark/core/log/log'
import { TILE_HEIGHT, TILE_WIDTH } from '@tickmark/core/log/tiles'
import { appendLeaf, EMPTY_EDGE, isSame, rootOf, type Edge } from '@tickmark/core/log/tree'
import type { Reader } from '../../db/pool.ts'
import { type Finding, MOST_FINDINGS } from '../../module/finding.ts'
import { nodeCrypto } from '../../platform/crypto.ts'
import { sha256 } from '../../platform/sha256.ts'
import { readEntries, type LogRow } from '../store.ts'
import { isCheckpointOf } from './signing.ts'
import { countTiles, readCheckpoints, readTileRow, type CheckpointRow } from './treeStore.ts'

const PAGE = 2_000

/** What an audit carries from entry to entry. */
interface Walk {
  edge: Edge
  keys: KeysEntry | null
  lastAt: number
  lastTickAt: number
  /** The hashes of the tile under way at each level. */
  rows: Uint8Array[][]
  tiles: number
  findings: Finding[]
}

/**
 * Recomputes the whole log from the texts of its entries: leaves, tiles, keys, and the root and signature of each
 * checkpoint. The stored leaves are compared, never used.
 */
export async function auditLog(reader: Reader): Promise<Finding[]> {
  const walk: Walk = {
    edge: EMPTY_EDGE,
    keys: null,
    lastAt: 0,
    lastTickAt: -1,
    rows: [],
    tiles: 0,
    findings: [],
  }
  for (;;) {
    const from = walk.edge.size + 1
    const entries = await readEntries(reader, from, from + PAGE - 1)
    if (entries.length === 0) break
    const checkpoints = await readCheckpoints(reader, from - 1, PAGE)
    await walkEntries(reader, walk, entries, new Map(checkpoints.map((one) => [one.size, one])))
    if (walk.edge.size < from + entries.length - 1 || walk.findings.length >= MOST_FINDINGS)
      return walk.findings
  }
  const stored = await countTiles(reader)
  if (stored !== walk.tiles)
    walk.findings.push(finding('tiles = log', 'log_tile', `${walk.tiles} tiles`, stored))
  return walk.findings
}

/** Stops at a text that is no entry in its place: nothing after it can be checked. */
async function walkEntries(
  reader: Reader,
  walk: Walk,
  entries: readonly LogRow[],
  checkpoints: ReadonlyMap<number, CheckpointRow>,
): Promise<void> {
  for (const row of entries) {
    const problem = readInto(walk, row)
    if (problem !== null) {
      walk.findings.push(finding('entries', `log entry ${row.seq}`, 'an entry in its place', problem))
      return
    }
    const leaf = entryLeaf(row.body, sha256)
    if (!isSame(leaf, row.leaf)) {
      walk.findings.push(finding('leaf = entry', `log entry ${row.seq}`, hexOf(leaf), hexOf(row.leaf)))
    }
    const filled: { level: number; n: number; root: Uint8Array }[] = []
    walk.edge = appendLeaf(walk.edge, leaf, sha256, ({ level, index }, node) => {
      if (level % TILE_HEIGHT !== 0) return
      ;(walk.rows[level / TILE_HEIGHT] ??= []).push(node)
      if (level > 0) filled.push({ level: level / TILE_HEIGHT - 1, n: index, root: node })
    })
    for (const one of filled) await checkTile(reader, walk, one)
    const checkpoint = checkpoints.get(row.seq)
    if (checkpoint) checkCheckpoint(walk, checkpoint)
  }
}

/** Takes in an entry's text; returns what is wrong with it. */
function readInto(walk: Walk, row: LogRow): string | null {
  const entry = parseEntry(row.body)
  if (!entry) return 'not an entry'
  const isPlaced = entry.seq === walk.edge.size + 1 && row.seq === entry.seq
  if (!isPlaced || entry.kind !== row.kind || entry.at !== row.at) return 'another entry'
  if (entry.at < walk.lastAt || (entry.kind === 'tick' && entry.at <= walk.lastTickAt))
    return 'time runs back'
  walk.lastAt = entry.at
  if (entry.kind === 'tick') walk.lastTickAt = entry.at
  if (entry.kind !== 'keys') return null
  if (!followsKeys(walk.keys, entry, nodeCrypto)) return 'keys that the keys before them did not sign'
  walk.keys = entry
  return null
}

async function checkTile(
  reader: Reader,
  walk: Walk,
  { level, n, root }: { level: number; n: number; root: Uint8Array },
): Promise<void> {
  const hashes = walk.rows[level] ?? []
  walk.rows[level] = []
  walk.tiles += 1
  const stored = await readTileRow(reader, level, n)
  const isWhole =
    hashes.length === TILE_WIDTH &&
    stored !== null &&
    isSame(stored.root, root) &&
    isSame(stored.data, Buffer.concat(hashes))
  if (isWhole) return
  const found = stored ? hexOf(stored.root) : 'none'
  walk.findings.push(finding('tiles = log', `tile ${n} of level ${level}`, hexOf(root), found))
}

function checkCheckpoint({ edge, keys, findings }: Walk, checkpoint: CheckpointRow): void {
  const root = rootOf(edge, sha256)
  if (keys && isCheckpointOf(checkpoint, root, keys)) return
  findings.push(
    finding('checkpoint = log', `checkpoint of ${checkpoint.size}`, hexOf(root), hexOf(checkpoint.root)),
  )
}

function finding(rule: string, where: string, expected: string, found: string | number): Finding {
  return { rule, where, expected, found: String(found) }
}
