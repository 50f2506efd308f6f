import { ENTRY_WAIT_MS, exitFixing } from '../market/fixing.ts'
import { DURATIONS } from '../orders/durations.ts'
import { judge } from '../orders/orders.ts'
import type { LoggedTicks } from './decideLine.ts'
import type { LineTerms } from './lineTerms.ts'
import type { WouldBe } from './refusedLine.ts'

/**
 * What the logged prices make of a refused order that would have entered at the first tick from its entry second on. Null when
 * those ticks were not read, or for a duration that is not offered.
 */
export function decideRefused(
  terms: Pick<LineTerms, 'pid' | 'duration' | 'direction' | 'barrierPpm' | 'due'>,
  { between }: Pick<LoggedTicks, 'between'>,
): WouldBe | null {
  const { pid, due } = terms
  const duration = DURATIONS.find((one) => one.seconds === terms.duration)
  if (!duration) return null
  const { seconds, fixingTicks } = duration
  const entryDue = due - seconds * 1000
  const around = between(pid, entryDue, entryDue + ENTRY_WAIT_MS)
  const window = between(pid, due - fixingTicks * 1000, due)
  if (!around || !window) return null
  const [entry] = around
  const exit = exitFixing(window, { dueAtMs: due, fixingTicks })
  return entry && exit.ok ? judge(terms, entry.price, exit.tick.price) : 'void'
}
