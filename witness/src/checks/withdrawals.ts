import type { ListEntry, LogEntry, WithdrawnEntry } from '@tickmark/core/log/log'

/** The promised withdrawals that a log has told of. */
export interface Withdrawals {
  /** Number of the last promise in a `withdrawals` entry, and of the last end in a `withdrawn` entry. */
  promised: number
  ended: number
  /** Numbers of the promises whose withdrawals have not ended. */
  open: readonly number[]
}

export const NO_WITHDRAWALS: Withdrawals = { promised: 0, ended: 0, open: [] }

/** The house logs at most so many promises at a time; without a bound, one entry could fill the memory. */
const MOST_PROMISES = 1_000

/** The facts after an entry; null when its numbers leave a gap or repeat, or it ends what was not open. */
export function withEntry(known: Withdrawals, entry: LogEntry): Withdrawals | null {
  if (entry.kind === 'withdrawals') return withPromises(known, entry)
  return entry.kind === 'withdrawn' ? withEnds(known, entry) : known
}

function withPromises(known: Withdrawals, { count, first, last }: ListEntry): Withdrawals | null {
  const follows = first === known.promised + 1 && count === last - first + 1 && count <= MOST_PROMISES
  if (!follows) return null
  const added = Array.from({ length: count }, (_, i) => first + i)
  return { ...known, promised: last, open: [...known.open, ...added] }
}

function withEnds(known: Withdrawals, { first, ends }: WithdrawnEntry): Withdrawals | null {
  const ended = new Set(ends.map(({ promise }) => promise))
  const open = known.open.filter((number) => !ended.has(number))
  const wereOpen = known.open.length - open.length === ends.length
  return first === known.ended + 1 && wereOpen ? { ...known, ended: known.ended + ends.length, open } : null
}
