/** Whole seconds from `nowMs` until `untilMs`, rounded up, from `most` down to 0: the last second shows 1. */
export function secondsLeft(untilMs: number, nowMs: number, most = Infinity): number {
  return Math.min(most, Math.max(0, Math.ceil((untilMs - nowMs) / 1_000)))
}

/** Seconds as hh:mm:ss; hours may exceed 99. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const parts = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

/** Elapsed share of the span from `fromMs` to `untilMs`, 0 to 1. */
export function shareOver(fromMs: number, untilMs: number, nowMs: number): number {
  if (untilMs <= fromMs) return 1
  return Math.min(1, Math.max(0, (nowMs - fromMs) / (untilMs - fromMs)))
}
