import type { findTicketBatch } from '@tickmark/core/receipts/batches'

/**
 * Whether a promised ticket is in the log: `waiting` while it may come, `unlogged` when the log has gone on without it,
 * `unshown` when the house gives no usable answer.
 */
export type LoggedState = 'waiting' | 'logged' | 'unlogged' | 'unshown'

/** A ticket is logged by the second of its entry price; this long after acceptance, in the log's own time, it is missing. */
export const LOGGED_WITHIN_MS = 3_000
/** No usable answer for this long, while the device has a network, is shown. */
export const UNSHOWN_MS = 30_000

/** `silentMs` is for how long, by the device's clock, no answer was usable. */
export function judgeLogged(
  found: ReturnType<typeof findTicketBatch>,
  acceptedAtMs: number,
  silentMs: number,
): LoggedState {
  if (found?.is === 'logged') return 'logged'
  if (found) return found.atMs > acceptedAtMs + LOGGED_WITHIN_MS ? 'unlogged' : 'waiting'
  return silentMs >= UNSHOWN_MS ? 'unshown' : 'waiting'
}
