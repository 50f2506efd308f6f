import type { ScreenRoute } from '../../navigation/appRoute.ts'
import { PATHS } from '../../navigation/hrefs.ts'

export const routes: ScreenRoute[] = [
  {
    path: PATHS.protection,
    title: 'pages:title.protection',
    file: 'protection/ProtectionPage',
    place: PATHS.wallet,
    bare: true,
  },
]
