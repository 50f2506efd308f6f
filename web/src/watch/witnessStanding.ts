import type { Vouching } from '@tickmark/core/log/policy'
import type { KeptAgreement } from './compareHeads.ts'

/** The house's newest witnessed head, judged by the user's policy. */
export interface WitnessedNow {
  /** Null when the house shows none, or a head of another log or key. */
  vouching: Vouching | null
  /** Whether that head fits the log that this device watches. */
  kept: KeptAgreement
}

/** This device's knowledge of the user's witnesses. */
export interface WitnessStanding {
  /** The newest answer; null before the first. */
  now: WitnessedNow | null
  /** When enough of them last signed, ms since 1970; null while unknown. */
  vouchedMs: number | null
  isLate: boolean
}

/** A trusted witness silent for this long is reported. */
export const LATE_MS = 600_000

export const NOTHING_KNOWN: WitnessStanding = { now: null, vouchedMs: null, isLate: false }

/**
 * The standing after a further look; null when the house did not answer. A never-met policy is late at once, a
 * missing answer only after ten minutes. A time in the future counts as now. `sinceMs`: start of the looks.
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
