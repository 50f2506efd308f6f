import { lazy } from 'react'

/** The sheets of an order, for the pages that lead to one: order sheet and countdown, as the address asks. Fetched with the page. */
export const TradeSheets = lazy(() =>
  import('./TradeSheets.tsx').then((module) => ({ default: module.TradeSheets })),
)

/** The order form that stands beside a coin's chart where there is room. */
export const OrderPanel = lazy(() =>
  import('./OrderPanel.tsx').then((module) => ({ default: module.OrderPanel })),
)
