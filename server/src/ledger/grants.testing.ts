import type { Db } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { houseFunds } from './grants.ts'
import { postTransfers } from './post.ts'

/** Only the bankrolls, which pay for orders. */
export function fundBankrolls(db: Db, nowMs: number): Promise<number> {
  return transact(db, (tx) => postTransfers(tx, houseFunds('bankroll'), nowMs))
}

/** Only the inventories, which pay for swaps. */
export function fundInventories(db: Db, nowMs: number): Promise<number> {
  return transact(db, (tx) => postTransfers(tx, houseFunds('inventory'), nowMs))
}
