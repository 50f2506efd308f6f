import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useFormat } from '../../../format/useFormat.ts'
import type { MarketKind } from '../../../live/feeds.ts'
import { useMarket, type LiveMarket } from '../../../live/marketFeed.ts'
import { isSignedIn, useSession } from '../../../session/session.ts'
import { Failed } from '@tickmark/ui/state/Failed.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { StaleNote } from '@tickmark/ui/text/StaleNote.tsx'
import { AllCoins, WatchlistEmpty } from '../lazy.tsx'
import { MarketRows } from './MarketRows.tsx'

/** One market list, live. */
export function MarketList({ kind }: { kind: MarketKind }) {
  const session = useSession()
  const market = useMarket(kind)
  if (kind === 'watchlist' && !isSignedIn(session)) return <NoWatchlist />
  if (!market.list) return <Waiting />
  if (market.list.length === 0) return kind === 'watchlist' ? <NoWatchlist /> : <Waiting />
  return (
    <>
      <Stale market={market} />
      {kind === 'all' ? (
        <Suspense fallback={<Unsorted market={market} />}>
          <AllCoins market={market} />
        </Suspense>
      ) : (
        <MarketRows market={market} list={market.list} />
      )}
    </>
  )
}

function NoWatchlist() {
  return (
    <Suspense fallback={null}>
      <WatchlistEmpty />
    </Suspense>
  )
}

/** The list while its search is loading, with the place that it takes. */
function Unsorted({ market }: { market: LiveMarket }) {
  return (
    <div className="pt-[68px]">
      <MarketRows market={market} list={market.list ?? []} />
    </div>
  )
}

function Stale({ market }: { market: LiveMarket }) {
  const { t } = useTranslation('home')
  const format = useFormat()
  if (!market.stale && market.state === 'PAUSED') {
    return (
      <p role="status" className="pt-3">
        <StaleNote>{t('paused')}</StaleNote>
      </p>
    )
  }
  if (!market.stale || market.asOfMs === null) return null
  return (
    <p className="pt-3" title={format.exactTime(market.asOfMs)}>
      <StaleNote>{t('stale', { time: format.time(market.asOfMs) })}</StaleNote>
    </p>
  )
}

/** Placeholder of the list; after 8 s it reports a problem and keeps trying. */
function Waiting() {
  const { t } = useTranslation('home')
  const [long, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), 8_000)
    return () => clearTimeout(timer)
  }, [])
  if (!long) return <Skeleton shape="row" count={5} />
  return <Failed title={t('loadingTitle')} detail={t('loadingDetail')} onRetry={() => location.reload()} />
}
