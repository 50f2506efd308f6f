import type { ScreenRoute } from '../../navigation/appRoute.ts'
import { PATHS } from '../../navigation/hrefs.ts'

export const routes: ScreenRoute[] = [
  {
    path: PATHS.orders,
    title: 'pages:title.orders',
    file: 'orders/OrdersPage',
    beside: 'orders',
    place: PATHS.orders,
  },
]
