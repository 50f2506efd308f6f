/** A user's own limits: losses and stakes in USDT, and time of use in minutes, each in 24 hours and in 7 days. */
export const LIMIT_KINDS = [
  'lossDay',
  'lossWeek',
  'stakeDay',
  'stakeWeek',
  'minutesDay',
  'minutesWeek',
] as const
export type LimitKind = (typeof LIMIT_KINDS)[number]

/** Lengths of a break from orders, in hours, and of a self-exclusion, in months. */
export const BREAK_HOURS = [24, 72, 168, 720] as const
export const EXCLUSION_MONTHS = [6, 12, 60] as const
