import { useState } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { hrefTo } from '../../../navigation/hrefs.ts'
import { CallFailed, refresh, type Given } from '../../../api/api.ts'
import { attemptWorld, isFateUnknown, sendOnce, settleEarlier } from '../../../api/idempotentCall.ts'
import { addOpenOrder } from '../../../entities/openOrders.ts'
import type { OrderItem } from '../../../entities/orderState.ts'
import { toast } from '@tickmark/ui/layer/toast.ts'

type PlaceBody = Given<'createLimitOrder'>

/** Sends orders. A failure shows the server's message; the caller closes its sheet. */
export function usePlaceOrder(): { busy: boolean; send: (body: PlaceBody) => Promise<OrderItem | null> } {
  const { t } = useTranslation('trade')
  const [busy, setBusy] = useState(false)

  async function send(body: PlaceBody): Promise<OrderItem | null> {
    setBusy(true)
    try {
      const world = attemptWorld('createLimitOrder')
      const earlier = await settleEarlier(world)
      if (earlier) toast(t('earlierPlaced'))
      const { order } = earlier ?? (await sendOnce(body, world))
      addOpenOrder(order)
      refresh('getMyLimitOrders')
      return order
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      toast(failure.message, { tone: 'wrong', ...behind(failure) })
      if (isFateUnknown(failure)) refresh('getMyLimitOrders')
      return null
    } finally {
      setBusy(false)
      refresh('getTimeAccountCurrency', 'getavailableMoneyByCurrency', 'getMyWalletData')
    }
  }

  return { busy, send }
}

/** Where the user sees what of his own refused it: a limit with its value and use, or a pause and its end. */
function behind({ code }: CallFailed): { href?: string } {
  if (code.startsWith('limit_')) return { href: hrefTo.limits() }
  return code === 'on_break' || code === 'excluded' ? { href: hrefTo.noPermission() } : {}
}
