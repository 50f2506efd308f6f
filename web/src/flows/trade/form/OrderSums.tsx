import { useTranslation } from '../../../i18n/useTranslation.ts'
import { resultText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../../format/useFormat.ts'
import { Ledger, LedgerRow } from '@tickmark/ui/list/LedgerRow.tsx'
import type { OrderFormState } from './useOrderForm.ts'

/** The profit of a win (the expected return) and the cost of a loss, with six decimals. */
export function OrderSums({ state: { sum, currency } }: { state: OrderFormState }) {
  const { t } = useTranslation('trade')
  const format = useFormat()
  const code = currency?.name ?? ''
  return (
    <div className="pt-2">
      <Ledger>
        <LedgerRow
          tight
          label={
            <>
              {t('ifYouWin')} · {t('expectedReturn')}
            </>
          }
        >
          <bdi dir="ltr" className={sum ? 'text-up' : 'text-ink-3'}>
            {sum ? `${format.figure(sum.expectedReturn, { decimals: 6, sign: true })} ${code}` : '—'}
          </bdi>
        </LedgerRow>
        <LedgerRow tight label={t('ifYouLose')}>
          <bdi dir="ltr" className={sum ? '' : 'text-ink-3'}>
            {sum ? `${resultText(format, -(sum.stake + sum.fee))} ${code}` : '—'}
          </bdi>
        </LedgerRow>
      </Ledger>
    </div>
  )
}
