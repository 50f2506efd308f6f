import type { Currency } from '@tickmark/core/money/currencies'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { FailedCall } from '../../../components/FailedCall.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { ConfirmSwap } from './ConfirmSwap.tsx'
import { SwapSides } from './SwapSides.tsx'
import { SwapTerms } from './SwapTerms.tsx'
import { TabBody } from '../parts/TabBody.tsx'
import { useSwapForm } from './useSwapForm.ts'

/** Swap: the amount given, the amount received at the operator's rate, and the button. */
export function SwapTab({ currency }: { currency: Currency }) {
  const { t } = useTranslation('transfer')
  const state = useSwapForm(currency)
  const { wallet } = state
  if (wallet.isError && !wallet.data) return <FailedCall title={t('holdingsFailed')} call={wallet} />
  if (!wallet.data) {
    return (
      <div className="pt-5">
        <Skeleton shape="figure" count={2} />
        <Skeleton shape="ledger" count={3} />
      </div>
    )
  }
  return (
    <TabBody hint="swap" aside={<SwapTerms state={state} />} foot={<ConfirmSwap state={state} />}>
      <SwapSides state={state} />
    </TabBody>
  )
}
