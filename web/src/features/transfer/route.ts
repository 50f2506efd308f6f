import type { ScreenRoute } from '../../navigation/appRoute.ts'
import { PATHS } from '../../navigation/hrefs.ts'

export const routes: ScreenRoute[] = [
  {
    path: PATHS.transfer,
    title: 'pages:title.recharge',
    file: 'transfer/TransferPage',
    beside: 'wallet',
    place: PATHS.wallet,
    bare: true,
  },
]
