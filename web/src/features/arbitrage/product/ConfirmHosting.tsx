import { serverNow } from '@tickmark/client/serverClock.ts'
import { exitFeeOf, expiryOf, sharesFrom } from '@tickmark/core/arbitrage/sharing'
import { ConfirmDialog } from '@tickmark/ui/layer/ConfirmDialog.tsx'
import { Ledger, LedgerRow } from '@tickmark/ui/list/LedgerRow.tsx'
import { ltr } from '../../../format/ltr.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { termsOf } from '../terms.ts'
import { useArbitrageTexts } from '../useArbitrageTexts.ts'
import type { HostingWish, useHosting } from './useHosting.ts'

/** The confirmation before hosting: all terms, and the cost of an early exit. */
export function ConfirmHosting({ wish, dialog }: Pick<ReturnType<typeof useHosting>, 'wish' | 'dialog'>) {
  const { t } = useTranslation('arbitrage')
  const { usdt } = useArbitrageTexts()
  return (
    <ConfirmDialog
      {...dialog}
      title={wish && t('confirm.title', { sum: usdt(wish.amount) })}
      yesLabel={t('confirm.yes')}
      noLabel={t('confirm.no')}
    >
      {wish && <Terms {...wish} />}
    </ConfirmDialog>
  )
}

function Terms({ amount, product }: HostingWish) {
  const { t } = useTranslation('arbitrage')
  const { usdt, time } = useArbitrageTexts()
  const fee = exitFeeOf(amount, termsOf(product).exitFeePpm)
  const now = serverNow()
  return (
    <>
      <Ledger>
        <LedgerRow tight label={t('orders.amount')}>
          {usdt(amount)}
        </LedgerRow>
        <LedgerRow tight label={t('orders.period')}>
          {t('product', { count: product.period })}
        </LedgerRow>
        <LedgerRow tight label={t('confirm.shares')}>
          {time(sharesFrom(now))}
        </LedgerRow>
        <LedgerRow tight label={t('confirm.back')}>
          {time(expiryOf(now, product.period))}
        </LedgerRow>
      </Ledger>
      <p className="pt-2">{t('confirm.escrow')}</p>
      <p className="pt-2">
        {t('confirm.fee', {
          percent: ltr(`${product.serviceCharge}%`),
          fee: usdt(fee),
          back: usdt(amount - fee),
        })}
      </p>
      <p className="pt-2 font-medium text-ink">{t('notPromised')}</p>
    </>
  )
}
