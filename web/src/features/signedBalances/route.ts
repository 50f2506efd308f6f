import type { ScreenRoute } from '../../navigation/appRoute.ts'
import { PATHS } from '../../navigation/hrefs.ts'

export const routes: ScreenRoute[] = [
  {
    path: PATHS.signedBalances,
    title: 'pages:title.signedBalances',
    file: 'signedBalances/SignedBalancesPage',
    beside: 'wallet',
    place: PATHS.wallet,
    bare: true,
  },
]
