import { AFTER_REFUSAL, SIGNER_REFUSALS } from '@tickmark/core/wallet/signerRefusals'
import { CANCELLED_BY_OWNER } from '@tickmark/core/wallet/withdrawals'
import { parseAmount } from '@tickmark/core/money/money'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { amountText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../format/useFormat.ts'
import { ltr } from '../../format/ltr.ts'
import { isCounted, type StepState, type TransferItem } from '../../entities/transferState.ts'

/** The text of a timeline step: what happened or happens, and details below it. */
export function useStepTexts(item: TransferItem): {
  titleOf: (one: StepState) => string
  detailOf: (one: StepState) => string | null
} {
  const { t } = useTranslation('transfer')
  const format = useFormat()

  function titleOf({ step, state }: StepState): string {
    if (step === 'confirmations' || isCounted(step, state)) {
      const seen = Math.min(item.confirmations, item.needed)
      return t('confirmations', { seen: ltr(String(seen)), needed: ltr(String(item.needed)) })
    }
    if (step === 'seen' && item.block !== null) {
      return t('seenInBlock', { block: ltr(format.figure(String(item.block), { decimals: 0 })) })
    }
    if (state === 'now' && (step === 'approved' || step === 'signed' || step === 'broadcast')) {
      return t(`underWay.${step}`)
    }
    // The house ended it, not its owner.
    if (step === 'cancelled' && item.reason !== null && item.reason !== CANCELLED_BY_OWNER)
      return t('step.dead')
    return t(`step.${step}`)
  }

  function detailOf({ step, state }: StepState): string | null {
    if (step === 'seen' || step === 'requested') return sumText()
    if (state === 'now' && item.continuesAt !== null) {
      const time = format.dateTime(item.continuesAt)
      if (step === 'held_new_address') return t('heldUntil', { time })
      if (step === 'approved') return t('approvedBy', { time })
    }
    if (step === 'rejected' && item.reason !== null)
      return t('rejectedFor', { reason: reasonText(item.reason) })
    if (step === 'orphaned' || step === 'cancelled' || step === 'rejected' || step === 'dead') {
      return t(
        `ended.${REFUSED.find((one) => one === item.reason) ?? (isUnsigned(item) ? 'unsigned' : step)}`,
      )
    }
    return null
  }

  /** The reasons are a closed list; a reason that this page does not know yet is shown as its code. */
  function reasonText(reason: string): string {
    const known = REASONS.find((one) => one === reason)
    return known ? t(`rejection.${known}`) : reason
  }

  function sumText(): string {
    return ltr(`${amountText(format, item.name, parseAmount(item.money) ?? 0n)} ${item.name}`)
  }

  return { titleOf, detailOf }
}

/** Why a payment was not made: its address refused it before it was sent, or on the chain, or it was not signed in time. */
const REFUSED = ['would_fail', 'reverted', 'overdue'] as const

/** Whether the house's signer refused a payment for good. */
function isUnsigned({ reason }: TransferItem): boolean {
  const refusal = SIGNER_REFUSALS.find((one) => one === reason)
  return refusal !== undefined && refusal !== CANCELLED_BY_OWNER && AFTER_REFUSAL[refusal] === 'end'
}

const REASONS = ['account_takeover', 'legal_order', 'owner_asked', 'sanctioned_address'] as const
