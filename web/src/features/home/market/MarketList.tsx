import { useEffect, useState } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useLocation, useSearch } from 'wouter'
import { PATHS } from '../../../navigation/hrefs.ts'
import { useFormat } from '../../../format/format.ts'
import type { MarketKind } from '../../../live/feeds.ts'
import { useMarket, type LiveMarket } from '../../../live/marketFeed.ts'
import { askToJoin } from '../../../session/joinSheet.ts'
import { isSignedIn, useSession } from '../../../session/session.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { Failed } from '@tickmark/ui/state/Failed.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { StaleNote } from '@tickmark/ui/text/StaleNote.tsx'
import { useWide } from '../../../browser/useWide.ts'
import { MarketRow } from './MarketRow.tsx'
import { showMarketTab } from './marketTab.ts'

/** One market list, live. */
export function MarketList({ kind }: { kind: MarketKind }) {
  const { t } = useTranslation('home')
  const session = useSession()
  const market = useMarket(kind)
  if (kind === 'watchlist' && !isSignedIn(session)) return <WatchlistJoin />
  if (!market.list) return <Waiting />
  if (market.list.length === 0) return kind === 'watchlist' ? <WatchlistEmpty /> : <Waiting />
  return (
    <>
      <Stale market={market} />
      <ul aria-label={t('list')}>
        <Rows market={market} />
      </ul>
    </>
  )
}

function Rows({ market }: { market: LiveMarket }) {
  const current = useCurrentPid()
  return market.list?.map((item) => (
    <li key={item.pid}>
      <MarketRow item={item} stale={market.stale} current={item.pid === current} />
    </li>
  ))
}

/** The coin shown beside the list, if any; without a choice, the first. */
function useCurrentPid(): number | null {
  const [path] = useLocation()
  const search = useSearch()
  const wide = useWide()
  if (!wide) return null
  if (path === PATHS.home) return 1
  return path === PATHS.coin ? Number(new URLSearchParams(search).get('pid')) : null
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

function WatchlistJoin() {
  const { t } = useTranslation('home')
  const action = (
    <Button size="medium" onClick={askToJoin}>
      {t('join')}
    </Button>
  )
  return (
    <Empty icon="star" title={t('watchlistJoin.title')} detail={t('watchlistJoin.detail')} action={action} />
  )
}

function WatchlistEmpty() {
  const { t } = useTranslation('home')
  const action = (
    <Button tone="quiet" size="medium" onClick={() => showMarketTab('all')}>
      {t('watchlistEmpty.action')}
    </Button>
  )
  return (
    <Empty
      icon="star"
      title={t('watchlistEmpty.title')}
      detail={t('watchlistEmpty.detail')}
      action={action}
    />
  )
}
