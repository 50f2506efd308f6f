import type { ListEntry, LogEntry, WithdrawnEntry } from './log.ts'
import { NO_TXS, withTxs, type TxSet } from './txSet.ts'

/** The promised withdrawals that a log has told of, read from its first entry on. */
export interface Withdrawals {
  /** Number of the last promise in a `withdrawals` entry, and of the last end in a `withdrawn` entry. */
  promised: number
  ended: number
  /** Numbers of the promises whose withdrawals have not ended. */
  open: readonly number[]
  /** The transactions that ends have named: each pays, or fails to pay, one withdrawal alone, whatever the network. */
  named: TxSet
}

export const NO_WITHDRAWALS: Withdrawals = { promised: 0, ended: 0, open: [], named: NO_TXS }

/**
 * What an entry of promises or ends breaks: its numbers leave a gap or repeat, or it ends what was not open (`wrong_withdrawals`);
 * or two ends name one transaction (`shared_payment`).
 */
export type WithdrawalsProblem = 'wrong_withdrawals' | 'shared_payment'

/** The house logs at most so many promises at a time; without a bound, one entry could fill the memory. */
const MOST_PROMISES = 1_000

/** The facts after the log's next entry, or the rule that it breaks. */
export function withdrawalsAfter(known: Withdrawals, entry: LogEntry): Withdrawals | WithdrawalsProblem {
  if (entry.kind === 'withdrawals') return withPromises(known, entry)
  return entry.kind === 'withdrawn' ? withEnds(known, entry) : known
}

function withPromises(
  known: Withdrawals,
  { count, first, last }: ListEntry,
): Withdrawals | WithdrawalsProblem {
  const follows = first === known.promised + 1 && count === last - first + 1 && count <= MOST_PROMISES
  if (!follows) return 'wrong_withdrawals'
  const added = Array.from({ length: count }, (_, i) => first + i)
  return { ...known, promised: last, open: [...known.open, ...added] }
}

function withEnds(known: Withdrawals, { first, ends }: WithdrawnEntry): Withdrawals | WithdrawalsProblem {
  const ended = new Set(ends.map(({ promise }) => promise))
  const open = known.open.filter((number) => !ended.has(number))
  const wereOpen = known.open.length - open.length === ends.length
  if (first !== known.ended + 1 || !wereOpen) return 'wrong_withdrawals'
  const named = withTxs(
    known.named,
    ends.flatMap(({ tx }) => (tx === '' ? [] : [tx])),
  )
  return named
    ? { promised: known.promised, ended: known.ended + ends.length, open, named }
    : 'shared_payment'
}
