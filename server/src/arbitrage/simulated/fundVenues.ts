import { OPENING } from '@tickmark/core/arbitrage/moves'
import { VENUES } from '@tickmark/core/arbitrage/simulated/venues'
import type { Amount } from '@tickmark/core/money/money'
import type { Db } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { postTransfers, refOf } from '../../ledger/post.ts'
import { house, venueAccount } from '../postings.ts'
import { addToBalance, insertVenueTransfer } from './venueStore.ts'

/** Sandbox: gives every venue its opening inventory at the first start; later starts find it there. */
export async function fundVenues(db: Db, nowMs: number): Promise<void> {
  for (const { venue } of VENUES)
    for (const [currency, amount] of OPENING) await fundOnce(db, { venue, currency, amount }, nowMs)
}

function fundOnce(
  db: Db,
  { venue, currency, amount }: { venue: number; currency: number; amount: Amount },
  nowMs: number,
): Promise<void> {
  const id = refOf(`venue:${venue}:${currency}`)
  return transact(db, async (tx) => {
    const to = venueAccount(venue, currency)
    const from = house('external', currency)
    const posting = { from, to, amount, ref: id, cause: 'funding' as const, leg: 0 }
    if ((await postTransfers(tx, [posting], nowMs)) === 0) return
    await insertVenueTransfer(tx, { id, from: 0, to: venue, currency, amount, cost: 0n }, nowMs)
    await addToBalance(tx, venue, currency, amount)
  })
}
