import { asciiBytes } from '../bytes.ts'
import type { Crypto } from '../crypto.ts'
import type { Checkpoint } from '../log/checkpoint.ts'
import type { ListEntry, LogEntry } from '../log/log.ts'
import { merkleVerify } from '../log/tree/merkle.ts'
import { bytes, hasLeaf, readSegment, type AnswerLeaf, type LoggedLeaf } from './receiptLog.ts'
import { batchText, type Batch, type BatchProof, type Receipt, type Segment } from './receipts.ts'

/** Whether a text is in the batch that its proof names, and the receipts key (hex) signed the batch. */
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

/** A house's answer about a batch: its entry and index; or, when no entry has it, the newest entry without an index. */
export interface ShownBatch {
  segment: Segment
  place: Receipt['ticketLog'] | null
}

/**
 * Result of looking for a leaf in the log under the reader's own head; `other` when the entry for its number has another leaf
 * there.
 */
export type FoundLeaf = { is: 'logged' | 'absent' | 'other'; atMs: number } | null

/** What the house has signed is missing when the log lacks it for this long, in ms of the log's own time. */
export const LOGGED_WITHIN_MS = 3_000

/**
 * Looks for a batch or a statement in the log of a head that the reader has verified: `logged` with its entry's time, or `absent`
 * with the time up to which, by the house's word, the log lacks it. Hosting statements and promises of withdrawals are numbered
 * without gaps, so the entry that covers a number is its only possible place. Null when the answer is not from that log.
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
  const isItsPlace = isGapless(entry) && entry.kind === leaf.kind && covers(entry, leaf.number)
  if (hasLeaf(entry, leaf, place, crypto)) return { is: 'logged', atMs }
  return isItsPlace ? { is: 'other', atMs } : null
}

function isGapless(entry: LogEntry): entry is ListEntry {
  return entry.kind === 'hostings' || entry.kind === 'withdrawals'
}

function covers({ first, last }: { first: number; last: number }, number: number): boolean {
  return first <= number && number <= last
}

/** The leaf of a signed batch, for `findLeaf`. */
export function leafOfBatch(
  kind: 'tickets' | 'receipts',
  { batch, root }: Pick<BatchProof, 'batch' | 'root'>,
): AnswerLeaf {
  return { kind, number: batch, leaf: bytes(root) }
}
