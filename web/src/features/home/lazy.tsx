import { late } from '../../i18n/late.ts'

/** Parts of the home page that a first visit does not show. */
export const FirstOrder = late(() => import('./FirstOrder.tsx').then((module) => module.FirstOrder))
export const WalletActions = late(() =>
  import('../../components/WalletActions.tsx').then((module) => module.WalletActions),
)
export const AllCoins = late(() => import('./market/AllCoins.tsx').then((module) => module.AllCoins))
export const WatchlistEmpty = late(() =>
  import('./market/WatchlistEmpty.tsx').then((module) => module.WatchlistEmpty),
)
