import { formatAmount } from '@tickmark/core/money/money'
import { SPREAD_PPM, SWAP_QUOTE_LIFE_MS } from '@tickmark/core/wallet/swaps'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useFormat } from '../../../format/useFormat.ts'
import { ltr } from '../../../format/ltr.ts'
import { Ledger, LedgerRow } from '@tickmark/ui/list/LedgerRow.tsx'
import type { SwapFormState } from './useSwapForm.ts'

/** The rate with its validity, and the operator's margin. */
export function SwapTerms({ state }: { state: SwapFormState }) {
  const { t } = useTranslation('transfer')
  const format = useFormat()
  const { source, target, sum, quote } = state
  const spread = format.percent(quote.data?.spreadPpm ?? SPREAD_PPM)
  return (
    <div className="pt-5">
      <Ledger>
        <LedgerRow label={t('swap.rate')}>
          {sum && source && target ? (
            <bdi dir="ltr">{`1 ${source.name} = ${format.figure(formatAmount(sum.rate))} ${target.name}`}</bdi>
          ) : (
            <span className="text-ink-3">—</span>
          )}
        </LedgerRow>
        <LedgerRow label={t('swap.held')} note={t('swap.heldNote')}>
          {quote.data ? (
            t('swap.seconds', { seconds: ltr(String(SWAP_QUOTE_LIFE_MS / 1000)) })
          ) : (
            <span className="text-ink-3">—</span>
          )}
        </LedgerRow>
        <LedgerRow label={t('swap.spread')} note={t('swap.spreadNote')} last>
          <bdi dir="ltr">{spread}</bdi>
        </LedgerRow>
      </Ledger>
    </div>
  )
}
