import { accept, refuse, type Decision } from '@tickmark/core/decision'
import type { Tx } from '../db/pool.ts'
import { lastReset } from '../ledger/store.ts'
import type { FundSource } from '../module/funds.ts'
import { ownFunds } from './ownFunds.ts'

/** A user may reset the simulated book once in this time. */
export const RESET_EVERY_MS = 24 * 3_600_000

export type ResetRefusal = { code: 'reset_with_orders' } | { code: 'reset_too_soon'; fromMs: number }

/** Whether a user may reset the simulated book; without a limit, stakes would cost nothing. Read under the lock of that book. */
export async function mayReset(
  tx: Tx,
  funds: readonly FundSource[],
  userId: number,
  nowMs: number,
): Promise<Decision<null, ResetRefusal>> {
  const { inProducts, held } = await ownFunds(tx, funds, { userId, book: 'simulated' })
  if ([...inProducts, ...held].some((sums) => [...sums.values()].some((sum) => sum > 0n)))
    return refuse({ code: 'reset_with_orders' })
  const last = await lastReset(tx, userId, nowMs - RESET_EVERY_MS)
  return last === null ? accept(null) : refuse({ code: 'reset_too_soon', fromMs: last + RESET_EVERY_MS })
}
