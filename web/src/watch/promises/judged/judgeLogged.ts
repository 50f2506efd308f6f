import { entryDueAtMs } from '@tickmark/core/market/fixing'
import { LOGGED_WITHIN_MS, type FoundLeaf } from '@tickmark/core/receipts/batches'

/**
 * Whether the house's answer is in the log. `waiting`: it may still come. `late`: the log itself proves for good that
 * it came too late. `unlogged`: the house says that the log went on without it; showing it clears this. `unshown`:
 * the house shows neither it nor a later log.
 */
export type LoggedState = 'waiting' | 'logged' | 'late' | 'unlogged' | 'unshown'

/** An answer not shown for this long, while online, is reported. */
export const UNSHOWN_MS = 30_000

/** What the page reports while an answer is missing in the log; null while it may come, and of what the log itself shows. */
export function missingTrouble(state: LoggedState | 'early'): 'unlogged' | 'unshown' | null {
  return state === 'unlogged' || state === 'unshown' ? state : null
}

/** `silentMs`: how long, by the device's clock, the answer was not seen in the log. */
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

/**
 * The promise of a withdrawal must be in the log, not before its own time: a later one would be due later. `early` is then proven.
 * How late it is there does not matter, as for a refusal.
 */
export function judgePromiseLogged(found: FoundLeaf, atMs: number, silentMs: number): LoggedState | 'early' {
  if (found?.is === 'logged' && found.atMs < atMs) return 'early'
  return judge(found, Infinity, atMs, silentMs)
}

/** A refusal or a result must be in the log, but its time does not matter: nothing depends on it, and a restart may delay it. */
export function judgeUntimedLogged(found: FoundLeaf, atMs: number, silentMs: number): LoggedState {
  return judge(found, Infinity, atMs, silentMs)
}
