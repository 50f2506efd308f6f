import { currencyByCode } from '@tickmark/core/money/currencies'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { directionOf, type OrderItem } from '../../../entities/orderState.ts'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { isSameOffer } from '../form/PlaceOrder.tsx'
import { useOffers, type Offers, type RangeOption } from '../form/useOrderForm.ts'
import { usePlaceOrder } from '../form/usePlaceOrder.ts'

const OLD_MS = 13_000

/** The same order at a current quote, shown before it is sent. */
export function useRepeat(order: OrderItem, onRepeated: (orderId: string) => void) {
  const { t } = useTranslation('trade')
  const offers = useOffers(order.pid, directionOf(order), order.timeId)
  const { busy, send } = usePlaceOrder()
  const offer = offers.data ? nearest(offers.data, order) : null

  async function repeat() {
    if (!offer) return
    const sent = await send(async () => {
      const fresh = await offerNow(offer)
      if (!fresh) return null
      const { pid, stake, timeId } = order
      const currencyId = currencyByCode(order.currency)?.id ?? 0
      const body = { pid, stake, timeId, currencyId, quoteId: fresh.id }
      return { body, range: fresh, direction: directionOf(order) }
    })
    if (typeof sent === 'object') onRepeated(sent.orderId)
  }

  /** A valid quote for the terms on the button; null, with a message, when they have changed or no quote came. */
  async function offerNow(shown: RangeOption): Promise<RangeOption | null> {
    const isOld = Date.now() - offers.dataUpdatedAt > OLD_MS
    const { data, error } = isOld ? await offers.refetch() : offers
    if (error) toast(error.message, { tone: 'wrong' })
    const fresh = data && !error ? nearest(data, order) : null
    if (!fresh || isSameOffer(fresh, shown)) return fresh
    toast(t('oddsMoved'))
    return null
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
