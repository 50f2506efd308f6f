import type { Vouching } from '@tickmark/core/log/policy'
import type { KeptAgreement } from './compareHeads.ts'

/** What the house's newest witnessed head shows by the user's policy. */
export interface WitnessedNow {
  /** Null when the house shows none, or one of another log or key. */
  vouching: Vouching | null
  /** Whether that head fits the log that this device watches. */
  kept: KeptAgreement
}

/** What this device knows of the witnesses that the user trusts. */
export interface WitnessStanding {
  /** The newest answer; null before the first. */
  now: WitnessedNow | null
  /** When enough of them have signed last, ms since 1970; null while that is not known. */
  vouchedMs: number | null
  isLate: boolean
}

/** A trusted witness that is silent for this long is told. */
export const LATE_MS = 600_000

export const NOTHING_KNOWN: WitnessStanding = { now: null, vouchedMs: null, isLate: false }

/**
 * The standing after a further look; null when the house did not answer. A policy that was never met is late at once, an
 * answer that does not come only after ten minutes. A time in the future counts as now. `sinceMs`: when the looking began.
 */
export function standingAfter(
  last: WitnessStanding,
  now: WitnessedNow | null,
  nowMs: number,
  sinceMs: number,
): WitnessStanding {
  const isVouched = now?.vouching?.ok === true && now.kept === 'agrees'
  const asksNobody = isVouched && now.vouching?.witnesses.length === 0
  const signedMs = now?.vouching?.quorumSeconds
  const vouchedMs =
    isVouched && typeof signedMs === 'number'
      ? Math.max(Math.min(signedMs * 1000, nowMs), last.vouchedMs ?? 0)
      : last.vouchedMs
  const answered = now ?? last.now
  const fromMs = vouchedMs ?? (answered ? -Infinity : sinceMs)
  return { now: answered, vouchedMs, isLate: !asksNobody && nowMs - fromMs >= LATE_MS }
}
