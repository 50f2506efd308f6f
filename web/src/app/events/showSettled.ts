import { amountText } from '@tickmark/client/format/figures.ts'
import { formatOf, type Format } from '@tickmark/client/format/format.ts'
import { parseAmount } from '@tickmark/core/money/money'
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
  const amount = settledAmount(order, formatOf(sessionNow().language))
  const facts = { pair: order.pair, amount, currency: order.currency }
  toast(t(`trade:settled.${order.outcome}`, facts), { tone: order.outcome === 'won' ? 'good' : 'plain' })
}

/** The net result as on the card, with its sign; "Lost 25.00" has none: the word replaces it. */
export function settledAmount(
  { outcome, profit, currency }: Pick<Settled['order'], 'outcome' | 'profit' | 'currency'>,
  format: Format,
): string {
  const text = amountText(format, currency, parseAmount(profit) ?? 0n, true)
  return outcome === 'lost' ? text.replace('−', '') : text
}
