import { useTranslation } from '../../../i18n/useTranslation.ts'
import { amountText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../../format/useFormat.ts'
import { ltr } from '../../../format/ltr.ts'
import type { SwapProblem } from './swapForm.ts'

/** The text of a problem that blocks the swap. */
export function useSwapProblemText(): (problem: SwapProblem, currency: string) => string {
  const { t } = useTranslation('transfer')
  const format = useFormat()
  return (problem, currency) => {
    switch (problem.code) {
      case 'amount_missing':
        return t('toastinfo16')
      case 'amount_invalid':
        return t('trade:problem.amountInvalid')
      case 'insufficient_funds':
        return t('trade:problem.insufficientFunds', {
          available: ltr(amountText(format, currency, problem.available)),
          currency,
        })
    }
  }
}
