import { deskContentRoutes } from './content.ts'
import { deskSupportRoutes } from './support.ts'

/** Every call of the operators' side, by name. The page does not load it. */
export const DESK_ROUTES = { ...deskContentRoutes, ...deskSupportRoutes }
export type DeskRouteName = keyof typeof DESK_ROUTES
