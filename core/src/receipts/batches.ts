import { asciiBytes } from '../bytes.ts'
import type { Crypto } from '../crypto.ts'
import type { Checkpoint } from '../log/checkpoint.ts'
import { merkleVerify } from '../log/merkle.ts'
import { bytes, hasBatch, readSegment } from './receiptLog.ts'
import { batchText, type Batch, type BatchProof, type Receipt, type Segment } from './receipts.ts'

/** Whether a text is in the batch that its proof names, and the receipts key (hex) signed that batch. */
export function isInBatch(
  kind: Batch['kind'],
  body: string,
  proof: BatchProof,
  receiptsKey: string,
  crypto: Crypto,
): boolean {
  const { batch, index, count, path, root, signature } = proof
  const text = batchText({ kind, batch, count, root })
  return (
    merkleVerify(asciiBytes(body), index, count, path.map(bytes), bytes(root), crypto.sha256) &&
    crypto.verifyEd25519(bytes(signature), asciiBytes(text), bytes(receiptsKey))
  )
}

/** What a house shows of a batch: its entry and place, or without a place the newest entry, when no entry has it. */
export interface ShownBatch {
  segment: Segment
  place: Receipt['ticketLog'] | null
}

/**
 * Looks for a batch of tickets in the log of a head that the reader has checked: `logged` with its entry's time, or `absent`
 * with the time up to which the log is without it, as the house says. Null when the answer is not from that log.
 */
export function findTicketBatch(
  batch: Pick<BatchProof, 'batch' | 'root'>,
  { segment, place }: ShownBatch,
  head: Pick<Checkpoint, 'size' | 'root'>,
  crypto: Crypto,
): { is: 'logged' | 'absent'; atMs: number } | null {
  const [entry, ...more] = readSegment(segment, head, crypto)
  if (!entry || more.length > 0) return null
  if (!place) return entry.seq === head.size ? { is: 'absent', atMs: entry.at } : null
  const isLogged = hasBatch(entry, 'tickets', batch, place, crypto)
  return isLogged ? { is: 'logged', atMs: entry.at } : null
}
