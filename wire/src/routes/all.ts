import { accountRoutes } from './accounts.ts'
import { alertRoutes } from './alerts.ts'
import { arbitrageRoutes } from './arbitrage.ts'
import { contentRoutes } from './content.ts'
import { accountActionRoutes } from './accountActions.ts'
import { depositRoutes } from './deposits.ts'
import { limitRoutes } from './limits.ts'
import { loanRoutes } from './loans.ts'
import { marketRoutes } from './market.ts'
import { mediaRoutes } from './media.ts'
import { messageRoutes } from './messages.ts'
import { orderRoutes } from './orders.ts'
import { protectionRoutes } from './protection.ts'
import { recordRoutes } from './record.ts'
import { sharingRoutes } from './sharing.ts'
import { supportRoutes } from './support.ts'
import { swapRoutes } from './swaps.ts'
import { walletRoutes } from './wallet.ts'
import { withdrawalRoutes } from './withdrawals.ts'

/** Every user call, by name. */
export const ROUTES = {
  ...accountRoutes,
  ...marketRoutes,
  ...orderRoutes,
  ...sharingRoutes,
  ...walletRoutes,
  ...depositRoutes,
  ...withdrawalRoutes,
  ...swapRoutes,
  ...protectionRoutes,
  ...contentRoutes,
  ...messageRoutes,
  ...alertRoutes,
  ...supportRoutes,
  ...mediaRoutes,
  ...limitRoutes,
  ...recordRoutes,
  ...loanRoutes,
  ...arbitrageRoutes,
  ...accountActionRoutes,
}
export type RouteName = keyof typeof ROUTES
