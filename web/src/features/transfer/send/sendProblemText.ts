import type { Currency } from '@tickmark/core/money/currencies'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { amountText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../../format/useFormat.ts'
import { ltr } from '../../../format/ltr.ts'
import type { SendProblem } from './sendForm.ts'
import type { Network } from '../parts/useNetworks.ts'

/** The text of a problem that blocks the review. */
export function useSendProblemText({ code }: Currency, network: Network): (problem: SendProblem) => string {
  const { t } = useTranslation('transfer')
  const format = useFormat()
  return (problem) => {
    switch (problem.code) {
      case 'address_missing':
        return t('wallet:protection.addressProblem.missing')
      case 'amount_missing':
        return t('toastinfo12')
      case 'amount_invalid':
        return t('trade:problem.amountInvalid')
      case 'amount_too_precise':
        return t('send.tooPreciseHere', { network: network.name, decimals: ltr(String(problem.decimals)) })
      case 'fee_too_much':
        return t('send.feeTooMuch')
      case 'insufficient_funds':
        return t('trade:problem.insufficientFunds', {
          available: ltr(amountText(format, code, problem.available)),
          currency: code,
        })
    }
  }
}
