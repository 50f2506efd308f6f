import { operatorContentRoutes } from './content.ts'
import { operatorMediaRoutes } from './media.ts'
import { operatorSupportRoutes } from './support.ts'

/** Every operators' call, by name. The page does not load it. */
export const OPERATOR_ROUTES = { ...operatorContentRoutes, ...operatorSupportRoutes, ...operatorMediaRoutes }
export type OperatorRouteName = keyof typeof OPERATOR_ROUTES
