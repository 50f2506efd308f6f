import { lazy } from 'react'

/** The sheet that sets a price alert, for pages that show a coin. */
export const AlertSheet = lazy(() =>
  import('./AlertSheet.tsx').then((module) => ({ default: module.AlertSheet })),
)
