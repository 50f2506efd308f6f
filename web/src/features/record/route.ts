import type { ScreenRoute } from '../../navigation/appRoute.ts'
import { PATHS } from '../../navigation/hrefs.ts'

export const routes: ScreenRoute[] = [
  {
    path: PATHS.records,
    title: 'pages:title.record',
    file: 'record/RecordPage',
    beside: 'wallet',
    place: PATHS.wallet,
    bare: true,
  },
]
