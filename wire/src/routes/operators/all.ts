import { operatorArbitrageRoutes } from './arbitrage.ts'
import { operatorChainRoutes } from './chains.ts'
import { operatorContentRoutes } from './content.ts'
import { operatorActionRoutes } from './actions.ts'
import { operatorSignInRoutes } from './signIn.ts'
import { operatorLoanRoutes } from './loans.ts'
import { operatorMediaRoutes } from './media.ts'
import { operatorOperatorRoutes } from './operators.ts'
import { operatorProposalRoutes } from './proposals.ts'
import { operatorRuleRoutes } from './rules.ts'
import { operatorOrderRoutes } from './orders.ts'
import { operatorOverviewRoutes } from './overview.ts'
import { operatorPeopleRoutes } from './people.ts'
import { operatorSupportRoutes } from './support.ts'
import { operatorTreasuryRoutes } from './treasury.ts'
import { operatorWithdrawalRoutes } from './withdrawals.ts'

/** Every operators’ call, by name. The console reads this list; `compose.test.ts` detects a missing call. */
export const OPERATOR_ROUTES = {
  ...operatorSignInRoutes,
  ...operatorOperatorRoutes,
  ...operatorProposalRoutes,
  ...operatorActionRoutes,
  ...operatorArbitrageRoutes,
  ...operatorChainRoutes,
  ...operatorContentRoutes,
  ...operatorLoanRoutes,
  ...operatorOrderRoutes,
  ...operatorOverviewRoutes,
  ...operatorPeopleRoutes,
  ...operatorSupportRoutes,
  ...operatorMediaRoutes,
  ...operatorRuleRoutes,
  ...operatorTreasuryRoutes,
  ...operatorWithdrawalRoutes,
}
export type OperatorRouteName = keyof typeof OPERATOR_ROUTES
