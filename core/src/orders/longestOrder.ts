import { dueAtMs } from '../market/fixing.ts'
import { DURATIONS } from './durations.ts'

/** Longest time from an order's acceptance to its due second, in ms. */
export const LONGEST_ORDER_MS = Math.max(...DURATIONS.map((one) => dueAtMs(999, one.seconds)))
