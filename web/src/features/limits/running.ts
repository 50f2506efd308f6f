import type { LimitState } from '@tickmark/wire/routes/limits'
import { serverNow } from '@tickmark/client/serverClock.ts'

/** What keeps orders closed now, and until when; of a break and an exclusion the one that ends later. */
export function runningUntil({ breakUntil, excludedUntil }: LimitState): {
  kind: 'break' | 'exclusion'
  untilMs: number
} | null {
  const until = Math.max(breakUntil ?? 0, excludedUntil ?? 0)
  if (until <= serverNow()) return null
  return { kind: until === excludedUntil ? 'exclusion' : 'break', untilMs: until }
}
