import { asciiBytes, hexOf } from '@tickmark/core/bytes'
import { hashTree } from '@tickmark/core/log/merkle'
import { batchText, type Batch } from '@tickmark/core/receipts/receipts'
import { hash } from 'node:crypto'
import type { Db } from '../../db/pool.ts'
import type { Signer } from '../../platform/keys.ts'
import { nextBatchNumber } from './batchStore.ts'

/** A batch of tickets or receipts, ready to store. */
export interface SealedBatch {
  id: number
  root: Buffer
  signature: Buffer
  leaves: Buffer
}

/** Numbers per call of a sequence; the sequences count in steps of it. */
const BLOCK = 256

/**
 * Issues batch numbers, one block at a time. They are unique across processes, but neither dense nor in commit order.
 */
export function batchNumbers(
  db: Db,
  sequence: 'ticket_batch_id' | 'receipt_batch_id',
): () => Promise<number> {
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

/** SHA-256 in the form that core's rules take. Goes by way of a string: five times as fast as crypto's own buffer. */
export function sha256(data: Uint8Array): Buffer {
  return Buffer.from(hash('sha256', data, 'binary'), 'latin1')
}

const LEAF = Buffer.alloc(4096)

/** The hash of a leaf's text (`leafHash` of core/merkle.ts), encoded into a shared buffer. */
export function leafHashOf(text: string): Buffer {
  if (text.length >= LEAF.length) return sha256(Buffer.from(`\0${text}`, 'latin1'))
  LEAF[0] = 0
  return sha256(LEAF.subarray(0, 1 + LEAF.write(text, 1, 'latin1')))
}

/** Builds the tree over leaf hashes and signs its root. */
export function sealBatch(
  kind: Batch['kind'],
  id: number,
  leaves: readonly Buffer[],
  signer: Signer,
): SealedBatch {
  const { root, count } = hashTree(leaves, sha256)
  const text = batchText({ kind, batch: id, count, root: hexOf(root) })
  const signature = Buffer.from(signer.sign(asciiBytes(text)))
  return { id, root: Buffer.from(root), signature, leaves: Buffer.concat(leaves) }
}
