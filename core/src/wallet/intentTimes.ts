import { DAY_MS } from '../days.ts'

/** How long an owner has to sign. */
export const INTENT_LIFE_MS = 5 * 60_000

/** The most that the house's time, by which it accepts, may be off its machine's clock, by which terms expire. */
const MOST_OFF_MS = DAY_MS

/** Whether the house may accept terms at a time of its own: from their offer to their end, give or take what its time may be off. */
export function isAcceptable(expiresAtMs: number, atMs: number): boolean {
  return atMs >= expiresAtMs - INTENT_LIFE_MS - MOST_OFF_MS && atMs < expiresAtMs + MOST_OFF_MS
}
