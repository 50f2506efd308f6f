import { useTranslation } from '../../../i18n/useTranslation.ts'
import { askToJoin } from '../../../session/joinSheet.ts'
import { isSignedIn, useSession } from '../../../session/session.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { showMarketTab } from './marketTab.ts'

/** In place of a watchlist without coins: how a user fills it, and how a visitor gets one. */
export function WatchlistEmpty() {
  return isSignedIn(useSession()) ? <NoCoins /> : <WatchlistJoin />
}

function WatchlistJoin() {
  const { t } = useTranslation('news')
  const action = (
    <Button size="medium" onClick={askToJoin}>
      {t('home:join')}
    </Button>
  )
  return (
    <Empty icon="star" title={t('watchlistJoin.title')} detail={t('watchlistJoin.detail')} action={action} />
  )
}

function NoCoins() {
  const { t } = useTranslation('news')
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
