import type { ScreenRoute } from '../../navigation/appRoute.ts'
import { PATHS } from '../../navigation/hrefs.ts'

export const routes: ScreenRoute[] = [
  {
    path: PATHS.houseRecord,
    title: 'pages:title.houseRecord',
    file: 'houseRecord/HouseRecordPage',
    bare: true,
  },
]
