import { accountRoutes } from './accounts.ts'
import { depositRoutes } from './deposits.ts'
import { marketRoutes } from './market.ts'
import { orderRoutes } from './orders.ts'
import { protectionRoutes } from './protection.ts'
import { swapRoutes } from './swaps.ts'
import { walletRoutes } from './wallet.ts'
import { withdrawalRoutes } from './withdrawals.ts'

/** Every call of the users' side, by name. */
export const ROUTES = {
  ...accountRoutes,
  ...marketRoutes,
  ...orderRoutes,
  ...walletRoutes,
  ...depositRoutes,
  ...withdrawalRoutes,
  ...swapRoutes,
  ...protectionRoutes,
}
export type RouteName = keyof typeof ROUTES
