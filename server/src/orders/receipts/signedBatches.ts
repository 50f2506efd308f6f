import { asciiBytes, hexOf } from '@tickmark/core/bytes'
import { hashTree, merkleRoot } from '@tickmark/core/log/tree/merkle'
import { batchText, type Batch, type BatchProof } from '@tickmark/core/receipts/receipts'
import { hash } from 'node:crypto'
import type { Db, Tx } from '../../db/pool.ts'
import type { Signer } from '../../platform/keys.ts'
import { sha256 } from '../../platform/sha256.ts'
import { markRefusalsLogged, unloggedRefusals } from '../consent/refusalStore.ts'
import type { StoredBatch } from '../order/store.ts'
import { type BatchSequence, nextBatchNumber, markLogged, unloggedBatches } from './batchStore.ts'
import type { LogDraft } from '../../market/log/log.ts'

/** A batch of tickets or receipts, ready to store. */
export interface SignedBatch {
  id: number
  root: Buffer
  signature: Buffer
  leaves: Buffer
  /** Shows that a leaf is in the batch. */
  proofOf(index: number): BatchProof
}

/** Numbers per call of a sequence; the sequences count in steps of it. */
const BLOCK = 256

/**
 * Issues batch numbers, one block at a time. They are unique across processes, but neither dense nor in commit order.
 */
export function batchNumbers(db: Db, sequence: BatchSequence): () => Promise<number> {
  let next = 0
  let end = 0
  let refill: Promise<void> | null = null
  async function take(): Promise<number> {
    while (next === end) {
      refill ??= fetchBlock().finally(() => (refill = null))
      await refill
    }
    return next++
  }
  async function fetchBlock(): Promise<void> {
    next = await nextBatchNumber(db, sequence)
    end = next + BLOCK
  }
  return take
}

const LEAF = Buffer.alloc(4096)

/** The hash of a leaf's text (`leafHash` of core/src/log/tree/tree.ts), encoded into a shared buffer. */
export function leafHashOf(text: string): Uint8Array {
  if (text.length >= LEAF.length) return sha256(Buffer.from(`\0${text}`, 'latin1'))
  LEAF[0] = 0
  return sha256(LEAF.subarray(0, 1 + LEAF.write(text, 1, 'latin1')))
}

/** The hash of a text, in hex, and `leafHashOf` it: the text is written once for both. */
export function hashesOf(text: string): { hash: string; leaf: Uint8Array } {
  if (text.length >= LEAF.length) return { hash: hash('sha256', text), leaf: leafHashOf(text) }
  LEAF[0] = 0
  const end = 1 + LEAF.write(text, 1, 'latin1')
  return { hash: hash('sha256', LEAF.subarray(1, end)), leaf: sha256(LEAF.subarray(0, end)) }
}

/** Builds the tree over leaf hashes and signs its root. */
export function signBatch(
  kind: Batch['kind'],
  id: number,
  leaves: readonly Uint8Array[],
  signer: Signer,
): SignedBatch {
  const tree = hashTree(leaves, sha256)
  const { count } = tree
  const root = hexOf(tree.root)
  const text = batchText({ kind, batch: id, count, root })
  const signature = Buffer.from(signer.sign(asciiBytes(text)))
  const signed = signature.toString('hex')
  return {
    id,
    root: Buffer.from(tree.root),
    signature,
    leaves: Buffer.concat(leaves),
    proofOf: (index) => ({
      batch: id,
      index,
      count,
      path: tree.path(index).map(hexOf),
      root,
      signature: signed,
    }),
  }
}

/** Shows that a leaf is in a stored batch. */
export function proofInBatch({ id, count, root, signature, leaves }: StoredBatch, index: number): BatchProof {
  const path = hashTree(leaves, sha256).path(index).map(hexOf)
  return { batch: id, index, count, path, root: hexOf(root), signature: hexOf(signature) }
}

/** Log entries for ticket batches committed since the last call; call it before every tick. */
export function collectTickets(tx: Tx): Promise<LogDraft[]> {
  return collect(tx, 'tickets', 'ticket_batch')
}

/** The same for batches of receipts. */
export function collectReceipts(tx: Tx): Promise<LogDraft[]> {
  return collect(tx, 'receipts', 'receipt_batch')
}

/** The same for refusals, by number: an entry counts them one by one, and its leaves are their texts. */
export async function collectRefusals(tx: Tx): Promise<LogDraft[]> {
  const rows = await unloggedRefusals(tx)
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return []
  const { root } = hashTree(
    rows.map(({ leaf }) => leaf),
    sha256,
  )
  const numbers = rows.map((row) => row.number)
  return [
    {
      entry: {
        kind: 'refusals',
        count: rows.length,
        first: Number(first.number),
        last: Number(last.number),
        root: hexOf(root),
      },
      onLogged: (logTx, seq) => markRefusalsLogged(logTx, numbers, seq),
    },
  ]
}

/**
 * Makes one entry for all batches visible to this transaction without an entry, by number. Batches commit in another
 * order than their numbers: a late one goes into the next entry. So `first` and `last` of entries may overlap; the
 * marked rows are authoritative.
 */
async function collect(
  tx: Tx,
  kind: 'tickets' | 'receipts',
  table: 'ticket_batch' | 'receipt_batch',
): Promise<LogDraft[]> {
  const rows = await unloggedBatches(tx, table)
  const first = rows[0]
  const last = rows.at(-1)
  if (!first || !last) return []
  const root = hexOf(
    merkleRoot(
      rows.map((row) => row.root),
      sha256,
    ),
  )
  const ids = rows.map((row) => row.id)
  const onLogged = (logTx: Tx, seq: number) => markLogged(logTx, table, ids, seq)
  return [
    { entry: { kind, count: rows.length, first: Number(first.id), last: Number(last.id), root }, onLogged },
  ]
}
