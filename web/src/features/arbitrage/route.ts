import type { ScreenRoute } from '../../navigation/appRoute.ts'
import { PATHS } from '../../navigation/hrefs.ts'

export const routes: ScreenRoute[] = [
  {
    path: PATHS.arbitrage,
    title: 'pages:title.arbitrage',
    file: 'arbitrage/ArbitragePage',
    place: PATHS.arbitrage,
  },
  {
    path: PATHS.arbitrageRecords,
    title: 'pages:title.arbitrageRecord',
    file: 'arbitrage/ArbitrageRecordPage',
    place: PATHS.arbitrage,
    bare: true,
  },
  {
    path: PATHS.arbitrageIntro,
    title: 'pages:title.arbitrageIntro',
    file: 'arbitrage/ArbitrageIntroPage',
    place: PATHS.arbitrage,
    bare: true,
  },
  {
    path: PATHS.arbitrageProduct,
    title: 'pages:title.arbitrageProduct',
    file: 'arbitrage/ArbitrageProductPage',
    place: PATHS.arbitrage,
    bare: true,
  },
]
