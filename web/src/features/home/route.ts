import type { ScreenRoute } from '../../navigation/appRoute.ts'
import { PATHS } from '../../navigation/hrefs.ts'

export const routes: ScreenRoute[] = [
  { path: PATHS.home, title: 'pages:title.home', file: 'home/HomePage', beside: 'market', place: PATHS.home },
]
