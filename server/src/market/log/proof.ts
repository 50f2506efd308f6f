import { hexOf } from '@tickmark/core/bytes'
import { hashTree } from '@tickmark/core/log/tree/merkle'
import {
  consistencyPlaces,
  consistencyProof,
  gapPlaces,
  rangePlaces,
  rangeProof,
} from '@tickmark/core/log/tree/treeProofs'
import { parseCheckpoint } from '@tickmark/core/log/checkpoint'
import { splitNote } from '@tickmark/core/log/note'
import type { WitnessedHead } from '@tickmark/core/log/witnessed'
import type { Excerpt, PlaceInLog, Receipt, Run, Segment } from '@tickmark/core/receipts/receipts'
import type { Db, Reader } from '../../db/pool.ts'
import { sha256 } from '../../platform/sha256.ts'
import { readEntries, readRuns } from '../store.ts'
import { readNodes } from './nodes.ts'
import { keepCheckpoint, readWitnessed } from './treeStore.ts'

/** Maximum entries per answer. */
export const MOST_PROOF = 200

/** Entries of a run, with their surroundings in the log of `size` entries. */
export async function segmentOf(reader: Reader, { from, to }: Run, size: number): Promise<Segment> {
  const entries = await readEntries(reader, from, to)
  const start = from - 1
  const end = start + entries.length
  const { left, right } = rangePlaces(start, end, size)
  const nodes = await readNodes(reader, size, [...left, ...right])
  const proof = rangeProof(start, end, size, nodes)
  const bodies = entries.map((one) => one.body)
  return { from: start, bodies, left: proof.left.map(hexOf), right: proof.right.map(hexOf) }
}

/** The place of a leaf among those under an entry's root, all given by their hashes (`leafHash`). */
export function placeUnder(hashes: readonly Uint8Array[], index: number): PlaceInLog {
  const tree = hashTree(hashes, sha256)
  return { index, count: tree.count, path: tree.path(index).map(hexOf) }
}

/** Entries read by one query. */
const PAGE = 2_000

/**
 * The entries of runs, read page by page: a day's file has as many runs as users had statements, and must not keep the log's
 * writer from its connection.
 */
async function excerptsOf(reader: Reader, runs: readonly Run[]): Promise<Excerpt[]> {
  const excerpts: Excerpt[] = []
  for (const page of pagesOf(runs)) {
    const bodies = new Map((await readRuns(reader, page)).map((one) => [one.seq, one.body]))
    for (const { from, to } of page) {
      const places = Array.from({ length: to - from + 1 }, (_, i) => from + i)
      excerpts.push({ from: from - 1, bodies: places.flatMap((seq) => bodies.get(seq) ?? []) })
    }
  }
  return excerpts
}

/** Runs in groups of at most `PAGE` entries, or a single longer one. */
function pagesOf(runs: readonly Run[]): Run[][] {
  const pages: Run[][] = []
  let room = 0
  for (const run of runs) {
    const length = run.to - run.from + 1
    if (length > room) {
      pages.push([])
      room = PAGE
    }
    pages.at(-1)?.push(run)
    room -= length
  }
  return pages
}

/** Entries `from` to `to` of a log of `size` entries; at most the first 200 of them. */
export function stretchOf(reader: Reader, from: number, to: number, size: number): Promise<Segment> {
  const first = Math.min(Math.max(from, 1), size + 1)
  return segmentOf(reader, { from: first, to: Math.min(to, size, first + MOST_PROOF - 1) }, size)
}

/**
 * Runs of the log under one checkpoint: the first that covers all of them and at least `least` entries. That checkpoint is kept
 * from now on. Null while there is none.
 */
export async function evidenceOf(
  db: Db,
  runs: readonly Run[],
  least: number,
): Promise<Pick<Receipt, 'segments' | 'proof' | 'checkpoint'> | null> {
  const checkpoint = await keepCheckpoint(
    db,
    runs.reduce((most, run) => Math.max(most, run.to), least),
  )
  if (!checkpoint) return null
  const segments = await excerptsOf(db, runs)
  const places = gapPlaces(
    runs.map(({ from, to }) => ({ from: from - 1, to })),
    checkpoint.size,
  )
  const nodes = await readNodes(db, checkpoint.size, places)
  const proof = places.map(({ level, index }) => hexOf(nodes(level, index)))
  return { segments, proof, checkpoint: checkpoint.note }
}

/** The newest head signed by witnesses, with the proof that it continues another signed head; null while none does. */
export async function witnessedAfter(db: Db, head: string): Promise<WitnessedHead | null> {
  const size = parseCheckpoint(splitNote(head)?.text ?? '')?.size ?? 0
  const checkpoint = await readWitnessed(db)
  const newest = checkpoint === null ? null : parseCheckpoint(splitNote(checkpoint)?.text ?? '')
  if (checkpoint === null || !newest || newest.size < size || size < 1) return null
  return { checkpoint, proof: await consistencyOf(db, size, newest.size) }
}

/** Hashes in hex that prove that the log of `newer` entries begins with that of `older`, at least 1. */
export async function consistencyOf(reader: Reader, older: number, newer: number): Promise<string[]> {
  const nodes = await readNodes(reader, newer, consistencyPlaces(older, newer))
  return consistencyProof(older, newer, nodes, sha256).map(hexOf)
}
