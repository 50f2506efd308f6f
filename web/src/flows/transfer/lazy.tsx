import { part } from '@tickmark/ui/base/part.ts'

/**
 * Details of a deposit or withdrawal, for pages that show one: amount, state, timeline, transaction, and a cancel
 * button.
 */
export const TransferCard = part(() => import('./TransferCard.tsx').then((module) => module.TransferCard))

/** Only the timeline of a deposit or withdrawal. */
export const TransferSteps = part(() => import('./TransferCard.tsx').then((module) => module.TransferSteps))
