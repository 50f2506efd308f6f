import type { ScreenRoute } from '../../navigation/appRoute.ts'
import { PATHS } from '../../navigation/hrefs.ts'

export const routes: ScreenRoute[] = [
  {
    path: PATHS.coin,
    title: 'pages:title.detail',
    file: 'coin/CoinPage',
    beside: 'market',
    place: PATHS.home,
    bare: true,
  },
]
