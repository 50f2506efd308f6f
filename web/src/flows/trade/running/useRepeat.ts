import { currencyByCode } from '@tickmark/core/money/currencies'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { directionOf, type OrderItem } from '../../../entities/orderState.ts'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { isSameOffer } from '../form/PlaceOrder.tsx'
import { useOffers, type Offers, type RangeOption } from '../form/useOrderForm.ts'
import { usePlaceOrder } from '../form/usePlaceOrder.ts'

const OLD_MS = 13_000

/** The same order on a current quote, which is shown before it is sent. */
export function useRepeat(order: OrderItem, onRepeated: (orderId: string) => void) {
  const { t } = useTranslation('trade')
  const offers = useOffers(order.pid, directionOf(order), order.timeId)
  const { busy, send } = usePlaceOrder()
  const offer = offers.data ? nearest(offers.data, order) : null

  async function repeat() {
    if (!offer) return
    const isOld = Date.now() - offers.dataUpdatedAt > OLD_MS
    const { data, error } = isOld ? await offers.refetch() : offers
    if (error) return toast(error.message, { tone: 'wrong' })
    const fresh = data ? nearest(data, order) : null
    if (!fresh) return
    if (!isSameOffer(fresh, offer)) return toast(t('oddsMoved'))
    const sent = await send({
      pid: order.pid,
      stake: order.stake,
      timeId: order.timeId,
      currencyId: currencyByCode(order.currency)?.id ?? 0,
      quoteId: fresh.id,
    })
    if (sent) onRepeated(sent.orderId)
  }

  return { offer, busy, repeat }
}

/** The current range that corresponds to the order's: the one with the nearest chance. */
export function nearest(offers: Offers, order: Pick<OrderItem, 'chancePpm'>): RangeOption | null {
  const apart = (one: RangeOption) => Math.abs(one.chancePpm - order.chancePpm)
  return offers.ranges.reduce<RangeOption | null>(
    (best, one) => (best === null || apart(one) < apart(best) ? one : best),
    null,
  )
}
