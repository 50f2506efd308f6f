import type { ScreenRoute } from '../../navigation/appRoute.ts'
import { PATHS } from '../../navigation/hrefs.ts'

export const routes: ScreenRoute[] = [
  {
    path: PATHS.wallet,
    title: 'pages:title.account',
    file: 'wallet/WalletPage',
    beside: 'wallet',
    place: PATHS.wallet,
  },
]
