import { parseAmount, type Amount } from '@tickmark/core/money/money'
import { settleClosed } from '@tickmark/core/orders/orders'
import type { Reply } from '../../../api/api.ts'
import { moneyOf, type OrderItem } from '../../../entities/orderState.ts'

/**
 * Whether the house answers that it closed this order for at least the sum that the user accepted, and states the net
 * result that follows from it. The signed statement and the figures beside it must both say so.
 */
export function isClosedAsAsked(
  order: OrderItem,
  leastBid: Amount,
  { net, settlement, order: finished }: Reply<'closeLimitOrder'>,
): boolean {
  const money = moneyOf(order)
  const bid = BigInt(settlement.bid)
  if (bid < leastBid || bid > money.payout) return false
  const closed = settleClosed(money, bid)
  return (
    settlement.order === order.orderId &&
    settlement.outcome === closed.outcome &&
    BigInt(settlement.payout) === closed.toUser &&
    BigInt(settlement.net) === closed.net &&
    parseAmount(net) === closed.net &&
    finished.orderId === order.orderId &&
    finished.outcome === closed.outcome &&
    finished.currency === order.currency &&
    finished.stake === order.stake &&
    parseAmount(finished.profit) === closed.net
  )
}
