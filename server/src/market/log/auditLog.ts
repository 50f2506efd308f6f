import { hexOf } from '@tickmark/core/bytes'
import { oldestModel, withModel } from '@tickmark/core/log/announced'
import {
  entryBody,
  entryLeaf,
  followsKeys,
  parseEntry,
  type BatchesEntry,
  type KeysEntry,
  type ModelEntry,
} from '@tickmark/core/log/log'
import { TILE_HEIGHT, TILE_WIDTH } from '@tickmark/core/log/tree/tiles'
import { appendLeaf, EMPTY_EDGE, isSame, rootOf, type Edge } from '@tickmark/core/log/tree/tree'
import type { Canonical } from '@tickmark/core/canonical'
import type { Reader } from '../../db/pool.ts'
import type { AuditedPart, AuditFacts } from '../../module/auditRule.ts'
import { type Finding, MOST_FINDINGS } from '../../module/finding.ts'
import { nodeCrypto } from '../../platform/crypto.ts'
import { sha256 } from '../../platform/sha256.ts'
import { readEntries, type LogRow } from '../store.ts'
import { isCheckpointOf } from './signing.ts'
import { countTiles, readCheckpoints, readTileRow, type CheckpointRow } from './treeStore.ts'

const PAGE = 2_000

/** The audit's state from entry to entry. */
interface Walk {
  edge: Edge
  keys: KeysEntry | null
  models: Pick<ModelEntry, 'seq' | 'at'>[]
  lastAt: number
  lastTickAt: number
  /** The hashes of the unfinished tile of each level. */
  rows: Uint8Array[][]
  tiles: number
  findings: Finding[]
}

/**
 * Recomputes the log from the texts of its entries: leaves, tiles, keys, and the root and signature of each checkpoint. The
 * stored leaves are compared, never used. Continues from the state where an earlier audit ended; a false state would not lead to
 * any later signed checkpoint.
 */
export async function auditLog(
  reader: Reader,
  { since, next }: Pick<AuditFacts, 'since' | 'next'> = { since: null, next: null },
): Promise<Finding[]> {
  const walk = carriedWalk(since)
  const end = walk.edge.size
  if (end > 0 && (await readEntries(reader, end, end)).length === 0)
    return [finding('entries', `log entry ${end}`, 'the last that was audited', 'none')]
  await checkEdge(reader, walk)
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
  if (next) {
    next.logSize = walk.edge.size
    next.carried[WALK] = walkText(walk)
  }
  return walk.findings
}

/** The head over exactly the audited entries may have been signed after that audit. */
async function checkEdge(reader: Reader, walk: Walk): Promise<void> {
  const { size } = walk.edge
  if (size === 0) return
  const [own] = await readCheckpoints(reader, size - 1, 1)
  if (own?.size === size) checkCheckpoint(walk, own)
}

const WALK = 'log'

function walkText(walk: Walk): Canonical {
  const { edge, keys, rows, lastAt, lastTickAt, tiles } = walk
  return {
    edge: edge.hashes.map(hexOf),
    keys: keys ? entryBody(keys) : '',
    rows: rows.map((one) => one.map(hexOf).join('')),
    models: walk.models.map(({ seq, at }) => ({ seq, at })),
    lastAt,
    lastTickAt,
    tiles,
  }
}

function carriedWalk(since: AuditedPart | null): Walk {
  const rest = { findings: [], models: [], tiles: 0, lastAt: 0, lastTickAt: -1 }
  if (since === null) return { edge: EMPTY_EDGE, keys: null, rows: [], ...rest }
  const told = since.carried[WALK] as unknown as CarriedWalk
  const { models, lastAt, lastTickAt, tiles } = told
  const keys = parseEntry(told.keys)
  const rows = told.rows.map((one) => hashesOf(Buffer.from(one, 'hex')))
  const edge = { size: since.logSize, hashes: told.edge.map((one) => Buffer.from(one, 'hex')) }
  return { ...rest, edge, keys: keys?.kind === 'keys' ? keys : null, models, rows, lastAt, lastTickAt, tiles }
}

interface CarriedWalk {
  edge: string[]
  keys: string
  models: { seq: number; at: number }[]
  rows: string[]
  lastAt: number
  lastTickAt: number
  tiles: number
}

function hashesOf(bytes: Buffer): Uint8Array[] {
  return Array.from({ length: bytes.length / 32 }, (_, i) => bytes.subarray(i * 32, i * 32 + 32))
}

/** Stops at a text that is not a valid entry at its position: nothing after it can be checked. */
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

/** Adds an entry's text to the state; returns what is wrong with it. */
function readInto(walk: Walk, row: LogRow): string | null {
  const entry = parseEntry(row.body)
  if (!entry) return 'not an entry'
  const isPlaced = entry.seq === walk.edge.size + 1 && row.seq === entry.seq
  if (!isPlaced || entry.kind !== row.kind || entry.at !== row.at) return 'another entry'
  if (entry.at < walk.lastAt || (entry.kind === 'tick' && entry.at <= walk.lastTickAt))
    return 'time runs back'
  walk.lastAt = entry.at
  if (entry.kind === 'tick') walk.lastTickAt = entry.at
  if (entry.kind === 'model') walk.models = withModel(walk.models, entry)
  if (entry.kind === 'tickets' || entry.kind === 'receipts') checkOldest(walk, entry)
  if (entry.kind !== 'keys') return null
  if (!followsKeys(walk.keys, entry, nodeCrypto)) return 'keys that the keys before them did not sign'
  walk.keys = entry
  return null
}

/** Receipts rely on an entry's statement about the models before it, so it is checked here. */
function checkOldest({ models, findings }: Walk, { seq, at, model }: BatchesEntry): void {
  const oldest = oldestModel(models, at)
  if (model === oldest) return
  findings.push(finding('oldest model', `log entry ${seq}`, `model ${oldest}`, `model ${model}`))
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
