import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { PlainLink } from '@tickmark/ui/base/PlainLink.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import type { HostingProductItem } from '@tickmark/wire/schemas/arbitrage'
import { Section } from '../../../components/Section.tsx'
import { ltr } from '../../../format/ltr.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { hrefTo } from '../../../navigation/hrefs.ts'
import { go } from '../../../navigation/navigate.ts'
import { yieldText } from '../terms.ts'
import { useArbitrageTexts } from '../useArbitrageTexts.ts'

/** The products on offer; each opens its own page. */
export function ProductList({ products }: { products: readonly HostingProductItem[] }) {
  const { t } = useTranslation('arbitrage')
  return (
    <Section title={t('products')} note={t('productsNote')}>
      {products.length === 0 ? (
        <Empty title={t('noProducts')} detail={t('noProductsDetail')} icon="arbitrage" />
      ) : (
        <ul aria-label={t('products')}>
          {products.map((product) => (
            <li key={product.mid}>
              <Product product={product} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Product({ product }: { product: HostingProductItem }) {
  const { t } = useTranslation('arbitrage')
  const { range } = useArbitrageTexts()
  const { mid, period, dayYield } = product
  return (
    <PlainLink
      href={hrefTo.arbitrageProduct(mid)}
      onGo={go}
      className="flex min-h-[66px] items-center gap-3 border-b border-rule py-2.5 active:bg-well"
    >
      <span
        aria-hidden="true"
        className="grid size-[2.75rem] flex-none place-items-center rounded-2 bg-well text-19 font-semibold tabular-nums"
      >
        {period}
      </span>
      <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4">
        <span className="min-w-min">
          <span className="block text-15 font-medium">{t('product', { count: period })}</span>
          <span className="block text-12 text-ink-2">{range(product)}</span>
        </span>
        <span className="ms-auto text-end">
          <bdi dir="ltr" className="block text-15 font-medium">
            {ltr(yieldText(dayYield))}
          </bdi>
          <span className="block text-12 text-ink-2">{t('dayYield')}</span>
        </span>
      </span>
      <Icon name="chevron" size={18} className="text-ink-3" />
    </PlainLink>
  )
}
