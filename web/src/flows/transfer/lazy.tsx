import { lazy } from 'react'

/** A deposit or withdrawal in full, for the pages that show one: sum, state, timeline, transaction, and the way to call it back. */
export const TransferCard = lazy(() =>
  import('./TransferCard.tsx').then((module) => ({ default: module.TransferCard })),
)

/** The timeline of a deposit or withdrawal alone. */
export const TransferSteps = lazy(() =>
  import('./TransferCard.tsx').then((module) => ({ default: module.TransferSteps })),
)
