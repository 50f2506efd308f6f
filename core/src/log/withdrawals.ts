import { utcDate } from '../days.ts'
import type { ListEntry, LogEntry, WithdrawnEntry } from './log.ts'
import { NO_TXS, withTxs, type TxSet } from './tree/txSet.ts'

/** The promised withdrawals that a log has told of, read from its first entry on. */
export interface Withdrawals {
  /** Number of the last promise in a `withdrawals` entry, and of the last end in a `withdrawn` entry. */
  promised: number
  ended: number
  /** The promises whose withdrawals have not ended, each with the time of its `withdrawals` entry. */
  open: readonly Readonly<{ promise: number; at: number }>[]
  /** How long the withdrawals took that were paid on each day without a record, in ms. */
  paid: readonly Readonly<{ day: string; times: readonly number[] }>[]
  /** The transactions that ends have named: each pays, or fails to pay, one withdrawal alone, whatever the network. */
  named: TxSet
}

export const NO_WITHDRAWALS: Withdrawals = { promised: 0, ended: 0, open: [], paid: [], named: NO_TXS }

/**
 * A rule that an entry of promises or ends breaks. `wrong_withdrawals`: its numbers leave a gap or repeat, or it ends a
 * withdrawal that is not open. `shared_payment`: two ends name one transaction.
 */
export type WithdrawalsProblem = 'wrong_withdrawals' | 'shared_payment'

/** The house logs at most so many promises at a time; without a bound, one entry could fill the memory. */
const MOST_PROMISES = 1_000

/** The facts after the log's next entry, or the rule that it breaks. */
export function withdrawalsAfter(known: Withdrawals, entry: LogEntry): Withdrawals | WithdrawalsProblem {
  if (entry.kind === 'withdrawals') return withPromises(known, entry)
  if (entry.kind === 'withdrawn') return withEnds(known, entry)
  if (entry.kind === 'record') return { ...known, paid: known.paid.filter(({ day }) => day !== entry.day) }
  return known
}

/**
 * Whether these are, in any order, how long the withdrawals took that were paid on the day whose record comes next: the time of
 * the `withdrawn` entry, less that of the `withdrawals` entry with the promise.
 */
export function areTimesOf({ paid }: Withdrawals, day: string, times: readonly number[]): boolean {
  const logged = paid.find((one) => one.day === day)?.times ?? []
  return inOrder(logged).join() === inOrder(times).join()
}

function inOrder(times: readonly number[]): number[] {
  return times.toSorted((one, other) => one - other)
}

function withPromises(
  known: Withdrawals,
  { at, count, first, last }: ListEntry,
): Withdrawals | WithdrawalsProblem {
  const follows = first === known.promised + 1 && count === last - first + 1 && count <= MOST_PROMISES
  if (!follows) return 'wrong_withdrawals'
  const added = Array.from({ length: count }, (_, i) => ({ promise: first + i, at }))
  return { ...known, promised: last, open: [...known.open, ...added] }
}

function withEnds(known: Withdrawals, { at, first, ends }: WithdrawnEntry): Withdrawals | WithdrawalsProblem {
  const ended = new Map(ends.map(({ promise, end }) => [promise, end]))
  const open = known.open.filter(({ promise }) => !ended.has(promise))
  const wereOpen = known.open.length - open.length === ends.length
  if (first !== known.ended + 1 || !wereOpen) return 'wrong_withdrawals'
  const named = withTxs(
    known.named,
    ends.flatMap(({ tx }) => (tx === '' ? [] : [tx])),
  )
  if (!named) return 'shared_payment'
  const times = known.open.filter((one) => ended.get(one.promise) === 'paid').map((one) => at - one.at)
  return { ...known, ended: known.ended + ends.length, open, named, paid: withTimes(known, at, times) }
}

function withTimes({ paid }: Withdrawals, at: number, times: readonly number[]): Withdrawals['paid'] {
  if (times.length === 0) return paid
  const day = utcDate(at)
  const before = paid.find((one) => one.day === day)?.times ?? []
  return [...paid.filter((one) => one.day !== day), { day, times: [...before, ...times] }]
}
