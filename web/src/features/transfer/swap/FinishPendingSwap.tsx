import { currencyById } from '@tickmark/core/money/currencies'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { FinishPending, type FinishPendingProps } from '../parts/FinishPending.tsx'
import { useSumText } from '../parts/useSumText.ts'
import type { SwapTerms } from './swapForm.ts'

interface FinishPendingSwapProps extends Omit<FinishPendingProps, 'title' | 'text'> {
  earlier: SwapTerms | null
}

/** Asks before an earlier swap is sent again instead of the one on screen. */
export function FinishPendingSwap({ earlier, ...rest }: FinishPendingSwapProps) {
  const { t } = useTranslation('transfer')
  const sum = useSumText()
  const text =
    earlier &&
    t('swap.earlierAsk', {
      amount: sum(Number(earlier.currencyId), earlier.amount),
      currency: currencyById(Number(earlier.toCurrencyId))?.code ?? '',
    })
  return <FinishPending title={t('swap.earlierTitle')} text={text} {...rest} />
}
