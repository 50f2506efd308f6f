import { assert } from '@tickmark/core/assert'
import { entryLeaf } from '@tickmark/core/log/log'
import { TILE_HEIGHT } from '@tickmark/core/log/tree/tiles'
import { appendLeaf, EMPTY_EDGE, isSame, type Edge } from '@tickmark/core/log/tree/tree'
import { sha256 } from '../../platform/sha256.ts'
import type { LogRow } from '../store.ts'
import type { FinishedTile } from './treeStore.ts'

/** The end of the log as known to one process. */
export interface Head {
  seq: number
  edge: Edge
  lastTickAtMs: number | null
}

export const EMPTY: Head = { seq: 0, edge: EMPTY_EDGE, lastTickAtMs: null }

/**
 * The head after further entries, and the tiles that they fill, lower levels first. Throws when a row's leaf does not match its
 * body.
 */
export function advanced(head: Head, rows: readonly LogRow[]): { head: Head; tiles: FinishedTile[] } {
  const tiles: FinishedTile[] = []
  let { seq, edge, lastTickAtMs } = head
  for (const row of rows) {
    assert(row.seq === seq + 1, 'entries are taken in without gaps')
    const leaf = entryLeaf(row.body, sha256)
    assert(isSame(leaf, row.leaf), `entry ${row.seq} of the log has the leaf of its text`)
    edge = appendLeaf(edge, leaf, sha256, ({ level, index }, root) => {
      const isTile = level > 0 && level % TILE_HEIGHT === 0
      if (isTile) tiles.push({ level: level / TILE_HEIGHT - 1, n: index, root })
    })
    seq = row.seq
    if (row.kind === 'tick') lastTickAtMs = row.at
  }
  return { head: { seq, edge, lastTickAtMs }, tiles }
}
