import { lazy } from 'react'

/**
 * Details of a deposit or withdrawal, for pages that show one: amount, state, timeline, transaction, and a cancel
 * button.
 */
export const TransferCard = lazy(() =>
  import('./TransferCard.tsx').then((module) => ({ default: module.TransferCard })),
)

/** Only the timeline of a deposit or withdrawal. */
export const TransferSteps = lazy(() =>
  import('./TransferCard.tsx').then((module) => ({ default: module.TransferSteps })),
)
