import type { Crypto } from '@tickmark/core/crypto'
import type { Checkpoint } from '@tickmark/core/log/checkpoint'
import { entryLeaf, parseEntry, type LogEntry } from '@tickmark/core/log/log'
import { appendLeaf, EMPTY_EDGE, isSame, rootOf } from '@tickmark/core/log/tree/tree'
import {
  NO_WITHDRAWALS,
  withdrawalsAfter,
  type Withdrawals,
  type WithdrawalsProblem,
} from '@tickmark/core/log/withdrawals'
import type { House } from './house.ts'

export type WholeLogProblem = 'not_in_tree' | WithdrawalsProblem

/**
 * Reads the log from its first entry up to a head, whose signature the caller has checked: promises of withdrawals and their ends
 * must keep its rules. Gives each entry to `onEntry`, with the withdrawals before it. What `onEntry` finds counts only if the
 * result is not `not_in_tree`. Costs one request for each 256 entries.
 */
export async function readWholeLog(
  house: House,
  { size, root }: Pick<Checkpoint, 'size' | 'root'>,
  { sha256 }: Pick<Crypto, 'sha256'>,
  onEntry: (entry: LogEntry, before: Withdrawals) => void,
): Promise<WholeLogProblem | null> {
  let edge = EMPTY_EDGE
  let withdrawals: Withdrawals | WithdrawalsProblem = NO_WITHDRAWALS
  while (edge.size < size) {
    const bodies = (await house.entries(edge.size, size)).slice(0, size - edge.size)
    for (const body of bodies) {
      const entry = parseEntry(body)
      if (entry?.seq !== edge.size + 1) return 'not_in_tree'
      edge = appendLeaf(edge, entryLeaf(body, sha256), sha256)
      if (typeof withdrawals === 'string') continue
      onEntry(entry, withdrawals)
      withdrawals = withdrawalsAfter(withdrawals, entry)
    }
  }
  if (!isSame(rootOf(edge, sha256), root)) return 'not_in_tree'
  return typeof withdrawals === 'string' ? withdrawals : null
}
