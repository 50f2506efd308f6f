import { asciiBytes } from '../bytes.ts'
import type { Crypto } from '../crypto.ts'
import type { Checkpoint } from '../log/checkpoint.ts'
import { merkleVerify } from '../log/merkle.ts'
import { bytes, hasLeaf, readSegment, type AnswerLeaf, type LoggedLeaf } from './receiptLog.ts'
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

/** Where a leaf was found in the log, by the reader's own head; `other` where the entry of its number has something else there. */
export type FoundLeaf = { is: 'logged' | 'absent' | 'other'; atMs: number } | null

/**
 * Looks for a batch or a statement in the log of a head that the reader has checked: `logged` with its entry's time, or `absent`
 * with the time up to which the log is without it, as the house says. Numbers of hosting statements have no gaps, so a house that
 * shows the entry of one shows the only place that it can have. Null when the answer is not from that log.
 */
export function findLeaf(
  leaf: LoggedLeaf,
  { segment, place }: ShownBatch,
  head: Pick<Checkpoint, 'size' | 'root'>,
  crypto: Crypto,
): FoundLeaf {
  const [entry, ...more] = readSegment(segment, head, crypto)
  if (!entry || more.length > 0) return null
  if (!place) return entry.seq === head.size ? { is: 'absent', atMs: entry.at } : null
  const { at: atMs } = entry
  const isItsPlace = entry.kind === 'hostings' && leaf.kind === 'hostings' && covers(entry, leaf.number)
  if (hasLeaf(entry, leaf, place, crypto)) return { is: 'logged', atMs }
  return isItsPlace ? { is: 'other', atMs } : null
}

function covers({ first, last }: { first: number; last: number }, number: number): boolean {
  return first <= number && number <= last
}

/** What `findLeaf` looks for, of a signed batch. */
export function leafOfBatch(
  kind: 'tickets' | 'receipts',
  { batch, root }: Pick<BatchProof, 'batch' | 'root'>,
): AnswerLeaf {
  return { kind, number: batch, leaf: bytes(root) }
}
