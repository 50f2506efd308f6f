import type { LimitState } from '@tickmark/wire/routes/limits'
import { serverNow } from '@tickmark/client/serverClock.ts'

/** The break or exclusion that closes orders now, and its end; of both, the one that ends later. */
export function runningUntil(
  { breakUntil, excludedUntil }: Pick<LimitState, 'breakUntil' | 'excludedUntil'>,
  nowMs: number = serverNow(),
): { kind: 'break' | 'exclusion'; untilMs: number } | null {
  const until = Math.max(breakUntil ?? 0, excludedUntil ?? 0)
  if (until <= nowMs) return null
  return { kind: until === excludedUntil ? 'exclusion' : 'break', untilMs: until }
}
