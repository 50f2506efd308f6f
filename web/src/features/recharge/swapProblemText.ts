import { useTranslation } from 'react-i18next'
import { amountText } from '../../figures.ts'
import { useFormat } from '../../i18n/format.ts'
import { ltr } from '../../ltr.ts'
import type { SwapProblem } from './swapForm.ts'

/** Says what keeps a swap from being sent. */
export function useSwapProblemText(): (problem: SwapProblem, currency: string) => string {
  const { t } = useTranslation('transfer')
  const format = useFormat()
  return (problem, currency) => {
    switch (problem.code) {
      case 'amount_missing':
        return t('toastinfo16')
      case 'amount_invalid':
        return t('amountInvalid')
      case 'insufficient_funds':
        return t('insufficient', {
          available: ltr(amountText(format, currency, problem.available)),
          currency,
        })
    }
  }
}
