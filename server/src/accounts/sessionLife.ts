import { DAY_MS } from '@tickmark/core/days'

/** A session's life without use, and in total. */
export const IDLE_LIFE_MS = DAY_MS
export const WHOLE_LIFE_MS = 7 * DAY_MS
