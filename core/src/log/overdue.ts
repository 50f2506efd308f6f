import { HOUR_MS } from '../days.ts'

/**
 * How long after its time something that is owed may be missing: a day's close, record and returns, and in the log a line, a
 * statement or a promise. It takes seconds or minutes; what is missing after this is a finding. A witness counts it in ticks.
 */
export const OVERDUE_MS = 6 * HOUR_MS
