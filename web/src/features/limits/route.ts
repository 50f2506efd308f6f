import type { ScreenRoute } from '../../navigation/appRoute.ts'
import { PATHS } from '../../navigation/hrefs.ts'

export const routes: ScreenRoute[] = [
  { path: PATHS.limits, title: 'pages:title.limits', file: 'limits/LimitsPage', bare: true },
]
