import type { ScreenRoute } from '../../navigation/appRoute.ts'
import { PATHS } from '../../navigation/hrefs.ts'

export const routes: ScreenRoute[] = [
  {
    path: PATHS.statement,
    title: 'pages:title.statement',
    file: 'statement/StatementPage',
    beside: 'wallet',
    place: PATHS.wallet,
    bare: true,
  },
]
