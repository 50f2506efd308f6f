import type { ScreenRoute } from '../../navigation/appRoute.ts'
import { PATHS } from '../../navigation/hrefs.ts'

export const routes: ScreenRoute[] = [
  { path: PATHS.nft, title: 'pages:title.nft', file: 'nft/NftPage', bare: true },
  { path: PATHS.nftShop, title: 'pages:title.nftShop', file: 'nft/NftShopPage', bare: true },
  { path: PATHS.nftTasks, title: 'pages:title.nftTasks', file: 'nft/NftTasksPage', bare: true },
  { path: PATHS.nftOrders, title: 'pages:title.nftOrders', file: 'nft/NftOrdersPage', bare: true },
]
