import { entryDueAtMs } from '@tickmark/core/market/fixing'
import type { findTicketBatch } from '@tickmark/core/receipts/batches'

/**
 * Whether a promised ticket is in the log: `waiting` while it may come, `unlogged` when the second of its entry price came
 * first, `unshown` when the house does not show the ticket, nor a log that is past it.
 */
export type LoggedState = 'waiting' | 'logged' | 'unlogged' | 'unshown'

/** This long after acceptance, in the log's own time, a ticket that the log lacks is missing. */
export const LOGGED_WITHIN_MS = 3_000
/** A ticket that is not shown for this long, while the device has a network, is told. */
export const UNSHOWN_MS = 30_000

/** `silentMs` is for how long, by the device's clock, the ticket was not seen in the log. */
export function judgeLogged(
  found: ReturnType<typeof findTicketBatch>,
  acceptedAtMs: number,
  silentMs: number,
): LoggedState {
  if (found?.is === 'logged') return found.atMs <= entryDueAtMs(acceptedAtMs) ? 'logged' : 'unlogged'
  if (found && found.atMs > acceptedAtMs + LOGGED_WITHIN_MS) return 'unlogged'
  return silentMs >= UNSHOWN_MS ? 'unshown' : 'waiting'
}
