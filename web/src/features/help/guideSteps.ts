/** The steps of the guide, in order. */
export const STEPS = ['order', 'chance', 'margin', 'loss', 'returned', 'receipt'] as const
export type Step = (typeof STEPS)[number]
