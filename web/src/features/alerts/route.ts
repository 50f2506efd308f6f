import type { ScreenRoute } from '../../navigation/appRoute.ts'
import { PATHS } from '../../navigation/hrefs.ts'

export const routes: ScreenRoute[] = [
  { path: PATHS.alerts, title: 'pages:title.alerts', file: 'alerts/AlertsPage', bare: true },
]
