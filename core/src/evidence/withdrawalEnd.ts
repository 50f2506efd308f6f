import type { LogEntry } from '../log/log.ts'
import type { Ended } from '../log/withdrawn.ts'
import type { WithdrawalPromise } from './withdrawalPromise.ts'

/** What entries of the log show about the end of a promised withdrawal. */
export type EndFinding =
  /** `isLate`: the log has it after the promised time. */
  | { is: 'ended'; end: Ended['end']; tx: string; seq: number; atMs: number; isLate: boolean }
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
