import { Button } from '@tickmark/ui/form/Button.tsx'
import { PageBar } from '@tickmark/ui/page/PageBar.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import type { HostingProductItem } from '@tickmark/wire/schemas/arbitrage'
import { useSearch } from 'wouter'
import { useCall } from '../../api/api.ts'
import { FailedCall } from '../../components/FailedCall.tsx'
import { RequireAccount } from '../../components/RequireAccount.tsx'
import { SimulatedBadge } from '../../components/WalletFrame.tsx'
import { ltr } from '../../format/ltr.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { back, go } from '../../navigation/navigate.ts'
import { useSession } from '../../session/session.ts'
import { HostForm } from './product/HostForm.tsx'
import { ProductFacts } from './product/ProductFacts.tsx'
import { useProgramme } from './useProgramme.ts'

/** A product's terms, and the form for hosting money. `mid` in the address is the product's number. */
export function ArbitrageProductPage() {
  const { t } = useTranslation('arbitrage')
  const mid = Number(new URLSearchParams(useSearch()).get('mid') ?? '')
  return (
    <>
      <PageBar
        title={t('pages:title.arbitrageProduct')}
        onBack={() => back(hrefTo.arbitrage())}
        trailing={<SimulatedBadge />}
      />
      <div className="px-5 pb-12 md:max-w-[560px] md:px-7">
        <Product key={mid} mid={mid} />
      </div>
    </>
  )
}

function Product({ mid }: { mid: number }) {
  const { t } = useTranslation('arbitrage')
  const { address, book } = useSession()
  const programme = useProgramme()
  const product = programme.data?.products.find((one) => one.mid === mid)
  if (programme.isError && !programme.data) return <FailedCall title={t('failed')} call={programme} />
  if (!programme.data) return <Skeleton shape="ledger" count={6} />
  if (!product) return <NoProduct />
  return (
    <>
      <ProductFacts product={product} />
      <RequireAccount title={t('joinTitle')} detail={t('joinDetail')}>
        <Hosting key={`${address}.${book}`} product={product} />
      </RequireAccount>
      <Tips product={product} />
    </>
  )
}

/** The form, with the amount that the user can host now. */
function Hosting({ product }: { product: HostingProductItem }) {
  const { t } = useTranslation('arbitrage')
  const own = useCall('getMoveInfo', { mid: product.mid })
  const programme = useProgramme()
  if (own.isError && !own.data) return <FailedCall title={t('ownFailed')} call={own} />
  if (!own.data) return <Skeleton shape="ledger" count={3} />
  return <HostForm product={own.data} days={programme.data?.days ?? []} />
}

function Tips({ product }: { product: HostingProductItem }) {
  const { t } = useTranslation('arbitrage')
  const percent = ltr(`${product.serviceCharge}%`)
  return (
    <section className="pt-7">
      <h2 className="pb-1 text-15 font-semibold">{t('tips.title')}</h2>
      <ol className="grid list-decimal gap-1.5 ps-5 text-13 text-ink-2">
        {(['share', 'days', 'back', 'exit'] as const).map((tip) => (
          <li key={tip}>{t(`tips.${tip}`, { percent })}</li>
        ))}
      </ol>
    </section>
  )
}

function NoProduct() {
  const { t } = useTranslation('arbitrage')
  return (
    <Empty
      title={t('unknown')}
      detail={t('unknownDetail')}
      icon="arbitrage"
      action={
        <Button size="medium" onClick={() => go(hrefTo.arbitrage())}>
          {t('orders.toProducts')}
        </Button>
      }
    />
  )
}
