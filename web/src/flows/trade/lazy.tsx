import { lazy } from 'react'

/** The order and countdown sheets for pages that link to them, opened by the address. Loaded with the page. */
export const TradeSheets = lazy(() =>
  import('./TradeSheets.tsx').then((module) => ({ default: module.TradeSheets })),
)

/** The order form beside a coin's chart, on wide windows. */
export const OrderPanel = lazy(() =>
  import('./OrderPanel.tsx').then((module) => ({ default: module.OrderPanel })),
)
