import type { ScreenRoute } from '../../navigation/appRoute.ts'
import { PATHS } from '../../navigation/hrefs.ts'

export const routes: ScreenRoute[] = [
  { path: PATHS.settings, title: 'pages:title.settings', file: 'settings/SettingsPage', bare: true },
]
