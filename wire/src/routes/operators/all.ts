import { deskContentRoutes } from './content.ts'
import { deskMediaRoutes } from './media.ts'
import { deskSupportRoutes } from './support.ts'

/** Every call of the operators' side, by name. The page does not load it. */
export const DESK_ROUTES = { ...deskContentRoutes, ...deskSupportRoutes, ...deskMediaRoutes }
export type DeskRouteName = keyof typeof DESK_ROUTES
