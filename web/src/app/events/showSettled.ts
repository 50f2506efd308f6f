import { formatOf } from '@tickmark/client/format/format.ts'
import { placeNow } from '@tickmark/ui/layer/layers.ts'
import { toast } from '@tickmark/ui/layer/toast.ts'
import type { UserEvent } from '@tickmark/wire/live/socket'
import { loadRestOfEnglish, t } from '../../i18n/i18n.ts'
import { settledOrder } from '../../live/settledOrder.ts'
import { isWatched } from '../../live/watchedOrders.ts'
import { sessionNow } from '../../session/session.ts'

type Settled = Extract<UserEvent, { event: 'order_settled' }>

/** Shows an order's result, unless it is on screen: on a card, or in a line while something covers the page. */
export async function showSettled({ book, order }: Settled): Promise<void> {
  if (book !== sessionNow().book || !order.outcome || isWatched(order.orderId)) return
  if (placeNow().layers === 0) return settledOrder.set(order)
  await loadRestOfEnglish()
  // "Lost 25.00": the word replaces the sign.
  const profit = order.outcome === 'lost' ? order.profit.replace('-', '') : order.profit
  const amount = formatOf(sessionNow().language).figure(profit, { sign: order.outcome !== 'lost' })
  const facts = { pair: order.pair, amount, currency: order.currency }
  toast(t(`trade:settled.${order.outcome}`, facts), { tone: order.outcome === 'won' ? 'good' : 'plain' })
}
