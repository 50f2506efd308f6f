import { operatorArbitrageRoutes } from './arbitrage.ts'
import { operatorContentRoutes } from './content.ts'
import { operatorLoanRoutes } from './loans.ts'
import { operatorMediaRoutes } from './media.ts'
import { operatorSupportRoutes } from './support.ts'

/** Every operators’ call, by name. Only tests need them in one table; `compose.test.ts` finds one that is missing. */
export const OPERATOR_ROUTES = {
  ...operatorArbitrageRoutes,
  ...operatorContentRoutes,
  ...operatorLoanRoutes,
  ...operatorSupportRoutes,
  ...operatorMediaRoutes,
}
export type OperatorRouteName = keyof typeof OPERATOR_ROUTES
