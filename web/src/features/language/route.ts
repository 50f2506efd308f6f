import type { ScreenRoute } from '../../navigation/appRoute.ts'
import { PATHS } from '../../navigation/hrefs.ts'

export const routes: ScreenRoute[] = [
  { path: PATHS.language, title: 'pages:title.language', file: 'language/LanguagePage', bare: true },
]
