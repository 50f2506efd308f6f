import type { ScreenRoute } from '../../navigation/appRoute.ts'
import { PATHS } from '../../navigation/hrefs.ts'

export const routes: ScreenRoute[] = [
  {
    path: PATHS.noPermission,
    title: 'pages:title.noPermission',
    file: 'forbidden/NoPermissionPage',
    bare: true,
  },
]
