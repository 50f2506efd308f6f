import type { Decision } from '@tickmark/core/decision'
import { judgeReset, RESET_EVERY_MS, type ResetRefusal } from '@tickmark/core/wallet/resetSimulated'
import type { Tx } from '../db/pool.ts'
import { lastReset } from '../ledger/store.ts'
import type { FundSource } from '../module/funds.ts'
import { ownFunds } from './ownFunds.ts'

/** Loads the facts about a reset of the simulated book and decides. Call it under the lock of that book. */
export async function mayReset(
  tx: Tx,
  funds: readonly FundSource[],
  userId: number,
  nowMs: number,
): Promise<Decision<null, ResetRefusal>> {
  const { inProducts, held } = await ownFunds(tx, funds, { userId, book: 'simulated' })
  const isInUse = [...inProducts, ...held].some((sums) => [...sums.values()].some((sum) => sum > 0n))
  return judgeReset({ isInUse, lastResetMs: await lastReset(tx, userId, nowMs - RESET_EVERY_MS) })
}
