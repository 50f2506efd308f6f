import { part } from '@tickmark/ui/base/part.ts'

/** The order and countdown sheets for pages that link to them, opened by the address. Loaded with the page. */
export const TradeSheets = part(() => import('./TradeSheets.tsx').then((module) => module.TradeSheets))

/** The order form beside a coin's chart, on wide windows. */
export const OrderPanel = part(() => import('./OrderPanel.tsx').then((module) => module.OrderPanel))
