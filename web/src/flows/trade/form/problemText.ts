import type { Amount } from '@tickmark/core/money/money'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { amountText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../../format/useFormat.ts'
import { ltr } from '../../../format/ltr.ts'
import type { OrderProblem } from './orderForm.ts'

/** The text of a problem that blocks an order. */
export function useProblemText(): (problem: OrderProblem, currency: string) => string {
  const { t } = useTranslation('trade')
  const format = useFormat()
  return (problem, currency) => {
    const amount = (units: Amount) => ltr(amountText(format, currency, units))
    switch (problem.code) {
      case 'amount_missing':
        return t('problem.amountMissing')
      case 'amount_invalid':
        return t('problem.amountInvalid')
      case 'stake_too_small':
        return t('problem.stakeTooSmall', { least: amount(problem.least), currency })
      case 'stake_too_large':
        return t('problem.stakeTooLarge', { most: amount(problem.most), currency })
      case 'insufficient_funds':
        return t('problem.insufficientFunds', { available: amount(problem.available), currency })
      case 'no_offer':
        return t('problem.noOffer')
    }
  }
}
