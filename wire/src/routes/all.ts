import { accountRoutes } from './accounts.ts'
import { marketRoutes } from './market.ts'
import { orderRoutes } from './orders.ts'
import { walletRoutes } from './wallet.ts'

/** Every call of the users' side, by name. */
export const ROUTES = { ...accountRoutes, ...marketRoutes, ...orderRoutes, ...walletRoutes }
export type RouteName = keyof typeof ROUTES
