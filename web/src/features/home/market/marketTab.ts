import type { MarketKind } from '../../../live/feeds.ts'
import { hrefTo, PATHS } from '../../../navigation/hrefs.ts'
import { go } from '../../../navigation/navigate.ts'
import { createStore, useStore } from '@tickmark/client/observable.ts'

export const MARKET_TABS: readonly MarketKind[] = ['top', 'watchlist', 'all']

const tab = createStore<MarketKind>(marketTabOf(typeof location === 'undefined' ? '' : location.search))

/** The current list, from the address; kept while a coin is shown beside it. */
export function useMarketTab(): MarketKind {
  return useStore(tab)
}

/** Selects a list and writes it into the home page's address. */
export function showMarketTab(kind: MarketKind): void {
  tab.set(kind)
  if (location.pathname !== PATHS.home) return
  const params = new URLSearchParams(location.search)
  if (kind === 'top') params.delete('tab')
  else params.set('tab', kind)
  go(hrefTo.home(params), { replace: true })
}

/** The list that an address names; Top by default. */
function marketTabOf(search: string): MarketKind {
  const named = new URLSearchParams(search).get('tab')
  return MARKET_TABS.find((one) => one === named) ?? 'top'
}
