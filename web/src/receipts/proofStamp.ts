import type { Verdict } from '@tickmark/core/receipts/receiptCheck'
import type { KeptAgreement } from '../watch/compareHeads.ts'
import { stampOf, type StampKind } from './stampOf.ts'
import type { Agreement } from './useChecks.ts'

/**
 * The verdict for a reader who is not the owner. `withheld`: all holds except the consent, which a shared receipt
 * omits.
 */
export type ProofStampKind = Exclude<StampKind, 'checked'> | 'holds' | 'withheld'

export function proofStampOf(
  finding: Pick<Verdict, 'verdict' | 'steps'> | null,
  agrees: Agreement,
  kept: KeptAgreement | undefined,
): ProofStampKind {
  const lacks = finding?.steps.filter((one) => !one.ok) ?? []
  const onlyWithheld =
    finding?.verdict === 'not_proven' && lacks.every((one) => one.facts['missing'] === 'withheld')
  const kind = stampOf(finding && onlyWithheld ? { ...finding, verdict: 'holds' } : finding, agrees, kept)
  if (kind !== 'checked') return kind
  return onlyWithheld ? 'withheld' : 'holds'
}
