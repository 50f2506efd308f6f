import { PageBar } from '@tickmark/ui/page/PageBar.tsx'
import { PlainLink } from '@tickmark/ui/base/PlainLink.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import type { Reply } from '../../api/api.ts'
import { FailedCall } from '../../components/FailedCall.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { back, go } from '../../navigation/navigate.ts'
import { Engine } from './overview/Engine.tsx'
import { Explainer } from './overview/Explainer.tsx'
import { IntroBanner } from './overview/IntroBanner.tsx'
import { Own } from './overview/Own.tsx'
import { ProductList } from './overview/ProductList.tsx'
import { TradeLog } from './overview/TradeLog.tsx'
import { Venues } from './overview/Venues.tsx'
import { YieldRecord } from './overview/YieldRecord.tsx'
import { useProgramme } from './useProgramme.ts'

/** The arbitrage programme: the user's money in it, its products, its record and its current state. */
export function ArbitragePage() {
  const { t } = useTranslation('arbitrage')
  const programme = useProgramme()
  return (
    <>
      <PageBar
        title={t('shell:nav.arbitrage')}
        onBack={() => back(hrefTo.home())}
        trailing={
          <PlainLink
            href={hrefTo.arbitrageRecords()}
            onGo={go}
            className="grid min-h-11 min-w-11 place-items-center px-2.5 text-13 font-semibold text-brand"
          >
            {t('records')}
          </PlainLink>
        }
      />
      <div className="grid gap-8 px-5 pt-1 pb-12 md:px-7">
        <div className="grid gap-4">
          <Own />
          <IntroBanner />
        </div>
        {programme.data ? (
          <Programme programme={programme.data} />
        ) : programme.isError ? (
          <FailedCall title={t('failed')} call={programme} />
        ) : (
          <Skeleton shape="row" count={6} />
        )}
      </div>
    </>
  )
}

function Programme({ programme }: { programme: Reply<'getProgramme'> }) {
  const { engine, today, venues, days, products } = programme
  return (
    <>
      <ProductList products={products} />
      <Explainer />
      <YieldRecord days={days} products={products} />
      <Engine engine={engine} today={today} />
      <TradeLog />
      <Venues venues={venues} />
    </>
  )
}
