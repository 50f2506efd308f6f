import { ENTRY_WAIT_MS, exitFixing, type Tick } from '../market/fixing.ts'
import { DURATIONS } from '../orders/durations.ts'
import { judge } from '../orders/orders.ts'
import type { OrderLine } from './recordLine.ts'

/** The ticks of the log that were read. */
export interface LoggedTicks {
  /** Null when that entry has no price of the coin. */
  tick(pid: number, seq: number): Tick | null
  /** Ticks of a coin in [fromMs, toMs], in order; null unless all of that time was read. */
  between(pid: number, fromMs: number, toMs: number): Tick[] | null
}

export type LineFinding =
  /** The ticks confirm this outcome. */
  | 'holds'
  /** The ticks were not read, or the line alone cannot show the outcome: a bid, or a ticket that may be late. */
  | 'unread'
  | 'unknown_duration'
  | 'wrong_entry'
  | 'wrong_exit'
  | 'wrong_outcome'

/**
 * Recomputes an order of a record from the log's ticks. The line does not state when within its second the order was accepted;
 * its receipt does.
 */
export function decideLine(line: OrderLine, ticks: LoggedTicks): LineFinding {
  const duration = DURATIONS.find((one) => one.seconds === line.duration)
  if (!duration) return 'unknown_duration'
  const entryDue = line.due - line.duration * 1000
  if (line.entrySeq === 0) return 'unread'
  const around = ticks.between(line.pid, entryDue, entryDue + ENTRY_WAIT_MS)
  if (!around) return 'unread'
  const entry = ticks.tick(line.pid, line.entrySeq)
  if (!entry || !around.some((one) => one.seq === entry.seq)) return 'wrong_entry'
  if (line.outcome === 'closed') return 'unread'
  const window = ticks.between(line.pid, line.due - duration.fixingTicks * 1000, line.due)
  if (!window) return 'unread'
  const exit = exitFixing(window, { dueAtMs: line.due, fixingTicks: duration.fixingTicks })
  if (!exit.ok) return line.outcome === 'void' ? 'holds' : 'wrong_exit'
  if (line.outcome === 'void' || exit.tick.seq !== line.exitSeq) return 'wrong_exit'
  return judge(line, entry.price, exit.tick.price) === line.outcome ? 'holds' : 'wrong_outcome'
}
