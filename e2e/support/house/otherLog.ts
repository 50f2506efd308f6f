import { hexOf } from '@tickmark/core/bytes'
import { base64Of } from '@tickmark/core/base64'
import { checkpointKey, signCheckpoint } from '@tickmark/core/log/checkpoint'
import { entryBody, entryLeaf, parseEntry } from '@tickmark/core/log/log'
import { edgeOf } from '@tickmark/core/log/tree/tree'
import { treeOfEntries } from '@tickmark/core/log/tree/tree.testing'
import { consistencyProof, gapPlaces, rangeProof } from '@tickmark/core/log/tree/treeProofs'
import type { Excerpt, Receipt } from '@tickmark/core/receipts/receipts'
import { loadKeys, signerOf } from '@tickmark/server/platform/keys'
import { sha256 } from '@tickmark/server/platform/sha256'
import type { House } from '../stage/stage.ts'

/** A log made up by the house, signed with its own key. */
export interface OtherLog {
  size: number
  note: string
  /** Hashes in hex. */
  edge(): string[]
  proof(older: number, newer: number): string[]
  /** Entries `first` to `last`, both counted from 1, and the subtrees around them. */
  stretch(first: number, last: number): { from: number; bodies: string[]; left: string[]; right: string[] }
  /** Runs of entries in the form of a receipt. */
  shown(runs: readonly Excerpt[]): Pick<Receipt, 'segments' | 'proof' | 'checkpoint'>
  /** A frame's leaves from a size on, in base64. */
  leavesFrom(size: number): string[]
}

/** The first `size` entries of the house's log; `change` names an entry with another price. */
export async function otherLog(house: House, size: number, change?: number): Promise<OtherLog> {
  const rows = await house.app.market.entriesBetween(1, size)
  const bodies = rows.map(({ seq, body }) => (seq === change ? repriced(body) : body))
  const tree = treeOfEntries(bodies, sha256)
  const { origin, log } = house.app.market.keys()
  const signer = signerOf(loadKeys(house.config.keysFile, 0).logKey)
  const key = checkpointKey(origin, log, sha256)
  const note = signCheckpoint({ origin, size, root: tree.root(size) }, key, (text) => signer.sign(text))
  return {
    size,
    note,
    edge: () => edgeOf(size, tree.nodes).hashes.map(hexOf),
    proof: (older, newer) => consistencyProof(older, newer, tree.nodes, sha256).map(hexOf),
    stretch(first, last) {
      const [from, to] = [Math.min(first, size + 1), Math.min(last, size)]
      const { left, right } = rangeProof(from - 1, to, size, tree.nodes)
      return {
        from: from - 1,
        bodies: bodies.slice(from - 1, to),
        left: left.map(hexOf),
        right: right.map(hexOf),
      }
    },
    shown(runs) {
      const spans = runs.map(({ from, bodies: { length } }) => ({ from, to: from + length }))
      return {
        segments: spans.map(({ from, to }) => ({ from, bodies: bodies.slice(from, to) })),
        proof: gapPlaces(spans, size).map(({ level, index }) => hexOf(tree.nodes(level, index))),
        checkpoint: note,
      }
    },
    leavesFrom: (before) => bodies.slice(before).map((body) => base64Of(entryLeaf(body, sha256))),
  }
}

function repriced(body: string): string {
  const entry = parseEntry(body)
  if (entry?.kind !== 'tick') throw new Error('only a tick has prices')
  return entryBody({ ...entry, prices: { ...entry.prices, 1: '4200000000000' } })
}

/** The number of the first tick. */
export async function firstTick(house: House): Promise<number> {
  const rows = await house.app.market.entriesBetween(1, 20)
  return rows.find(({ kind }) => kind === 'tick')?.seq ?? 0
}
