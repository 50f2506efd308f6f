import type { Crypto } from '../crypto.ts'
import type { Checkpoint } from '../log/checkpoint.ts'
import type { LogEntry } from '../log/log.ts'
import type { Ended } from '../log/withdrawn.ts'
import { readSegment } from '../receipts/receiptLog.ts'
import type { Segment } from '../receipts/receipts.ts'
import type { WithdrawalPromise } from './withdrawalPromise.ts'

/** How a promised withdrawal ended by an entry of the log; `isLate`: after the promised time. */
export type LoggedEnd = Readonly<{
  is: 'ended'
  end: Ended['end']
  tx: string
  seq: number
  atMs: number
  isLate: boolean
}>

/** What entries of the log show about the end of a promised withdrawal. */
export type EndFinding =
  | LoggedEnd
  /**
   * No end up to this time: `waiting`, as it is not due by then; `owed`, as it is, and no entry is missing; `unshown`, as other
   * entries may have it.
   */
  | { is: 'waiting' | 'owed' | 'unshown'; untilMs: number }

/**
 * Finds how a promised withdrawal ended in entries of the log, given in its order; `isWhole` when these are all from before the
 * promise on.
 */
export function endIn(
  { number, at, due }: Pick<WithdrawalPromise, 'number' | 'at' | 'due'>,
  entries: readonly LogEntry[],
  isWhole: boolean,
): EndFinding {
  for (const entry of entries) {
    if (entry.kind !== 'withdrawn' || entry.at < at) continue
    const found = entry.ends.find(({ promise }) => promise === number)
    if (!found) continue
    const { end, tx } = found
    return { is: 'ended', end, tx, seq: entry.seq, atMs: entry.at, isLate: entry.at > due }
  }
  const untilMs = entries.at(-1)?.at ?? 0
  if (untilMs <= due) return { is: 'waiting', untilMs }
  return { is: isWhole ? 'owed' : 'unshown', untilMs }
}

/**
 * How a promised withdrawal ended by the one entry that the house shows; null when it tells no end, or is not in the log under this
 * head, which the reader has verified.
 */
export function endInSegment(
  promise: Pick<WithdrawalPromise, 'number' | 'at' | 'due'>,
  segment: Segment,
  head: Pick<Checkpoint, 'size' | 'root'>,
  crypto: Crypto,
): LoggedEnd | null {
  const found = endIn(promise, readSegment(segment, head, crypto), false)
  return found.is === 'ended' ? found : null
}
