import { LOAN } from '@tickmark/core/loans/terms'
import type { Db } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { fundPoolAgain } from '../../ledger/grants.ts'
import { fundedWith } from '../../ledger/store.ts'
import { poolBalance } from './disburse.ts'

/** The sandbox's pool is funded again when it holds less than this many of the largest loans. */
const LARGEST_LOANS = 10n

/** Sandbox: funds a short lending pool, so that accounts with test money can never exhaust it. */
export async function refillPool(db: Db, nowMs: number): Promise<void> {
  if ((await poolBalance(db)) >= LARGEST_LOANS * LOAN.most) return
  const before = await fundedWith(db, LOAN.currency, 'lending')
  await transact(db, (tx) => fundPoolAgain(tx, before, nowMs))
}
