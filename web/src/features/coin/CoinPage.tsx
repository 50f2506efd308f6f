import { productById } from '@tickmark/core/market/products'
import { Suspense, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useSearch } from 'wouter'
import { useChartPeriod } from '../../entities/chartPeriod.ts'
import { useConnected, useDetail, type LiveDetail } from '../../live/marketFeed.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { back, go } from '../../navigation/navigate.ts'
import { OrderPanel, TradeSheets } from '../../flows/trade/lazy.tsx'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { Failed } from '@tickmark/ui/state/Failed.tsx'
import { PageBar } from '@tickmark/ui/page/PageBar.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { useLate } from '../../browser/useLate.ts'
import { useWide } from '../../browser/useWide.ts'
import { CoinChart } from './CoinChart.tsx'
import { CoinFacts } from './CoinFacts.tsx'
import { CoinBar, CoinHeading, WideHeading } from './CoinHeading.tsx'
import { OrderButtons } from './OrderButtons.tsx'
import { OpenOrders } from './OpenOrders.tsx'

/** A coin: price, chart with the user's open order, and the order form or its buttons. */
export function CoinPage() {
  const { t } = useTranslation('trade')
  const pid = Number(new URLSearchParams(useSearch()).get('pid') ?? 1)
  if (productById(pid)) return <Coin key={pid} pid={pid} />
  return (
    <>
      <PageBar title={t('noCoin')} onBack={() => back()} />
      <div className="px-5">
        <Empty
          title={t('noCoinDetail')}
          icon="search"
          action={<Button onClick={() => go(hrefTo.home())}>{t('toMarkets')}</Button>}
        />
      </div>
    </>
  )
}

function Coin({ pid }: { pid: number }) {
  const wide = useWide()
  const live = useDetail(pid, useChartPeriod())
  const heading = live.baseInfo ? <CoinHeading live={live} info={live.baseInfo} /> : <Waiting />
  return (
    <>
      {wide ? <WideCoin pid={pid} live={live} /> : <PhoneCoin pid={pid} live={live} heading={heading} />}
      <Suspense fallback={null}>
        <TradeSheets />
      </Suspense>
    </>
  )
}

interface LayoutProps {
  pid: number
  live: LiveDetail
}

/** A coin on a phone, below whose name and beside whose chart stands the price. */
export function PhoneCoin({ pid, live, heading }: LayoutProps & { heading: ReactNode }) {
  return (
    <div className="pb-[calc(86px+env(safe-area-inset-bottom))]">
      <CoinBar pid={pid} info={live.baseInfo} />
      <div className="px-5 pt-2">
        {heading}
        <CoinChart pid={pid} live={live} />
        <OpenOrders pid={pid} />
        <CoinFacts info={live.baseInfo} />
      </div>
      <OrderButtons />
    </div>
  )
}

function WideCoin({ pid, live }: LayoutProps) {
  return (
    <div className="px-7 pt-4 pb-8">
      <WideHeading pid={pid} live={live} />
      {!live.baseInfo && <Waiting />}
      <CoinChart pid={pid} live={live} height={WIDE_CHART} />
      <OpenOrders pid={pid} />
      <Suspense fallback={<Skeleton shape="ledger" count={4} />}>
        <OrderPanel key={pid} pid={pid} facts={<CoinFacts info={live.baseInfo} />} />
      </Suspense>
    </div>
  )
}

/** Chart height at which price, chart and order form fit a laptop's window together. */
const WIDE_CHART = 'clamp(11.5rem, 28svh, 23.75rem)'

/** Placeholder while the heading loads; after a while, says that it does not load. */
function Waiting() {
  const { t } = useTranslation('trade')
  const connected = useConnected()
  const late = useLate()
  if (!late) return <Skeleton shape="figure" />
  return <Failed title={t('coinFailed')} detail={connected ? t('coinFailedDetail') : t('offline')} />
}
