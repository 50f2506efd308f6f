import { late } from '../../i18n/late.ts'

/** The strip of open orders, for users. */
export const OrdersStrip = late(() => import('./OrdersStrip.tsx').then((module) => module.OrdersStrip))
