import type { VenueFill } from '@tickmark/core/arbitrage/trading/venue'
import { transact } from '../../db/transact.ts'
import { postTransfers } from '../../ledger/post.ts'
import { messageOf } from '../../platform/log.ts'
import type { TradingDeps } from '../deps.ts'
import { postingsOfFill } from '../postings.ts'
import { answered } from './answered.ts'
import type { TradeOrder } from './trade.ts'
import { markTold } from './tradeStore.ts'

/**
 * Sends an order that is already written, or asks for its fate, and books the fill. Idempotent: repeated calls book it once.
 * False on a timeout.
 */
export async function askVenue(deps: TradingDeps, order: TradeOrder, ask: 'send' | 'fate'): Promise<boolean> {
  let fill: VenueFill
  try {
    fill = await answered(deps, () => deps.venues[ask](order, order.sentAtMs))
  } catch (thrown) {
    deps.log.warn('a venue does not answer', {
      venue: order.venue,
      order: order.id,
      reason: messageOf(thrown),
    })
    return false
  }
  await bookFill(deps, order, fill)
  return true
}

async function bookFill({ db, clock }: TradingDeps, order: TradeOrder, fill: VenueFill): Promise<void> {
  await transact(db, async (tx) => {
    const atMs = clock.nowMs()
    if (await markTold(tx, order.id, fill, atMs)) await postTransfers(tx, postingsOfFill(order, fill), atMs)
  })
}
