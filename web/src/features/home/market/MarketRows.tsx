import type { MarketItem } from '@tickmark/wire/schemas/market'
import { useLocation, useSearch } from 'wouter'
import { useWide } from '../../../browser/useWide.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import type { LiveMarket } from '../../../live/marketFeed.ts'
import { PATHS } from '../../../navigation/hrefs.ts'
import { MarketRow } from './MarketRow.tsx'

interface MarketRowsProps {
  market: LiveMarket
  /** The coins of that market to show. */
  list: readonly MarketItem[]
}

/** On a phone, rows below the screen are laid out and drawn only once they are near it. */
const LATER = 'max-md:[contain-intrinsic-size:auto_66px] max-md:[content-visibility:auto]'

/** Coins with their live prices; the one shown beside the list is marked. */
export function MarketRows({ market, list }: MarketRowsProps) {
  const { t } = useTranslation('home')
  const current = useCurrentPid()
  return (
    <ul aria-label={t('list')} className="@container">
      {list.map((item) => (
        <li key={item.pid} className={LATER}>
          <MarketRow item={item} stale={market.stale} current={item.pid === current} />
        </li>
      ))}
    </ul>
  )
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
