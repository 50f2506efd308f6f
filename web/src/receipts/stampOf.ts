import type { Verdict } from '@tickmark/core/receipts/receiptCheck'
import type { KeptAgreement } from '../watch/compareHeads.ts'
import type { Agreement } from './useChecks.ts'

/** The page's verdict on a receipt as a whole. */
export type StampKind =
  | 'checking'
  | 'broken'
  | 'unlike'
  | 'notProven'
  | 'late'
  | 'ticks'
  | 'unconnected'
  | 'checked'

/**
 * Joins the three results. On a device that watches the log, a receipt counts as checked only when its head fits the
 * kept ones; without kept heads or a network, the receipt alone decides. `kept` is undefined while the comparison
 * runs.
 */
export function stampOf(
  finding: Pick<Verdict, 'verdict' | 'steps'> | null,
  agrees: Agreement,
  kept: KeptAgreement | undefined,
): StampKind {
  if (finding === null) return 'checking'
  const { verdict, steps } = finding
  if (verdict === 'broken') return 'broken'
  if (agrees === false || kept === 'differs') return 'unlike'
  if (verdict === 'not_proven') {
    const missing = new Set(steps.filter((one) => !one.ok).map((one) => one.facts['missing']))
    const [only] = missing
    return missing.size === 1 && (only === 'late' || only === 'ticks') ? only : 'notProven'
  }
  if (kept === undefined) return 'checking'
  return kept === 'unproved' ? 'unconnected' : 'checked'
}
