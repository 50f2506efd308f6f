import { entryDueAtMs } from '@tickmark/core/market/fixing'
import type { FoundLeaf } from '@tickmark/core/receipts/batches'

/**
 * Whether what the house answered is in the log: `waiting` while it may come, `late` when it came too late, which the log itself
 * shows for good, `unlogged` when the house says that the log went on without it, which it can take back by showing it, and
 * `unshown` when it shows neither it nor a log that is past it.
 */
export type LoggedState = 'waiting' | 'logged' | 'late' | 'unlogged' | 'unshown'

/** This long after an answer, in the log's own time, an answer that the log lacks is missing. */
export const LOGGED_WITHIN_MS = 3_000
/** An answer that is not shown for this long, while the device has a network, is told. */
export const UNSHOWN_MS = 30_000

/** `silentMs` is for how long, by the device's clock, the answer was not seen in the log. */
function judge(found: FoundLeaf, untilMs: number, atMs: number, silentMs: number): LoggedState {
  if (found?.is === 'logged') return found.atMs <= untilMs ? 'logged' : 'late'
  if (found?.is === 'other') return 'unlogged'
  if (found && found.atMs > atMs + LOGGED_WITHIN_MS) return 'unlogged'
  return silentMs >= UNSHOWN_MS ? 'unshown' : 'waiting'
}

/** A ticket must be there by the second of its entry price. */
export function judgeLogged(found: FoundLeaf, acceptedAtMs: number, silentMs: number): LoggedState {
  return judge(found, entryDueAtMs(acceptedAtMs), acceptedAtMs, silentMs)
}

/** An early close must be there 3 s after its own time. */
export function judgeCloseLogged(found: FoundLeaf, atMs: number, silentMs: number): LoggedState {
  return judge(found, atMs + LOGGED_WITHIN_MS, atMs, silentMs)
}

/** The log may not go on without a refusal; once it is there, nothing depends on when it came, such as after a restart. */
export function judgeRefusalLogged(found: FoundLeaf, atMs: number, silentMs: number): LoggedState {
  return judge(found, Infinity, atMs, silentMs)
}
