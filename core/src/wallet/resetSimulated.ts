import { DAY_MS } from '../days.ts'
import { accept, refuse, type Decision } from '../decision.ts'

/** A user may reset the simulated book once in this time. */
export const RESET_EVERY_MS = DAY_MS

export type ResetRefusal = { code: 'reset_with_orders' } | { code: 'reset_too_soon'; fromMs: number }

/** Facts about a user's simulated book. */
export interface ResetFacts {
  /** Whether open orders, or other products, hold money of the book. */
  isInUse: boolean
  /** When the user last reset it, ms since 1970; null without a reset in the last `RESET_EVERY_MS`. */
  lastResetMs: number | null
}

/** Whether a user may reset the simulated book. Without a limit, stakes would cost nothing. */
export function judgeReset({ isInUse, lastResetMs }: ResetFacts): Decision<null, ResetRefusal> {
  if (isInUse) return refuse({ code: 'reset_with_orders' })
  if (lastResetMs === null) return accept(null)
  return refuse({ code: 'reset_too_soon', fromMs: lastResetMs + RESET_EVERY_MS })
}
