import { OPENING } from '@tickmark/core/arbitrage/moves'
import { VENUES } from '@tickmark/core/arbitrage/simulated/venues'
import type { Amount } from '@tickmark/core/money/money'
import type { Db, Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { postTransfers, refOf } from '../../ledger/post.ts'
import { house, venueAccount } from '../postings.ts'
import { addToBalance, insertVenueTransfer } from './venueStore.ts'

/** Sandbox: gives every venue its opening inventory at the first start. Idempotent. */
export async function fundVenues(db: Db, nowMs: number): Promise<void> {
  await transact(db, async (tx) => {
    for (const { venue } of VENUES)
      for (const [currency, amount] of OPENING) await fundOnce(tx, { venue, currency, amount }, nowMs)
  })
}

async function fundOnce(
  tx: Tx,
  { venue, currency, amount }: { venue: number; currency: number; amount: Amount },
  nowMs: number,
): Promise<void> {
  const id = refOf(`venue:${venue}:${currency}`)
  const [from, to] = [house('external', currency), venueAccount(venue, currency)]
  const posting = { from, to, amount, ref: id, cause: 'funding' as const, leg: 0 }
  if ((await postTransfers(tx, [posting], nowMs)) === 0) return
  await insertVenueTransfer(tx, { id, from: 0, to: venue, currency, amount, cost: 0n }, nowMs)
  await addToBalance(tx, venue, currency, amount)
}
