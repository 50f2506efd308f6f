import { Ledger, LedgerRow } from '@tickmark/ui/list/LedgerRow.tsx'
import type { HostingProductItem } from '@tickmark/wire/schemas/arbitrage'
import { ltr } from '../../../format/ltr.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { yieldText } from '../terms.ts'
import { useArbitrageTexts } from '../useArbitrageTexts.ts'

/** A product's terms. */
export function ProductFacts({ product }: { product: HostingProductItem }) {
  const { t } = useTranslation('arbitrage')
  const { range } = useArbitrageTexts()
  return (
    <>
      <h2 className="pt-2 text-24 font-semibold tracking-[-0.02em]">
        {t('product', { count: product.period })}
      </h2>
      <Ledger>
        <LedgerRow tight label={t('orders.period')}>
          {t('product', { count: product.period })}
        </LedgerRow>
        <LedgerRow tight label={t('range')}>
          {range(product)}
        </LedgerRow>
        <LedgerRow tight label={t('dayYield')} note={t('dayYieldNote')}>
          <bdi dir="ltr">{yieldText(product.dayYield)}</bdi>
        </LedgerRow>
        <LedgerRow tight label={t('exitFee')}>
          {ltr(`${product.serviceCharge}%`)}
        </LedgerRow>
      </Ledger>
    </>
  )
}
