import type { HostingTicket } from '@tickmark/core/arbitrage/hostings'
import { DAY_MS } from '@tickmark/core/days'
import { OVERDUE_MS } from '@tickmark/core/log/overdue'
import { dayName, dayOfName } from '@tickmark/core/market/simulated/prices'

/** Days of a ticket that must be closed by now and are not checked yet. */
export function dueDays(
  { first, last }: Pick<HostingTicket, 'first' | 'last'>,
  checkedDay: string,
  nowMs: number,
): string[] {
  const from = Math.max(dayOfName(first) ?? Infinity, (dayOfName(checkedDay) ?? -1) + 1)
  const closed = Math.floor(nowMs / DAY_MS) - 1
  const to = Math.min(dayOfName(last) ?? -1, closed)
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => dayName(from + i))
}

/** Whether an order that ended at `endMs` did not stand for the whole day. */
export function endsBefore(day: string, endMs: number): boolean {
  return endMs < endOf(day)
}

/**
 * `later` while the day may still be closed, `absent` after that, `unshown` for a house that does not show how far its
 * log goes.
 */
export type MissingDay = 'later' | 'absent' | 'unshown'

/** The state of a day that the log lacks; `goesTo` is the log's own newest time. */
export function missingDay(day: string, goesTo: number | null): MissingDay {
  if (goesTo === null) return 'unshown'
  return goesTo < endOf(day) + OVERDUE_MS ? 'later' : 'absent'
}

function endOf(day: string): number {
  return ((dayOfName(day) ?? 0) + 1) * DAY_MS
}
