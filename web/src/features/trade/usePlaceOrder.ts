import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed, refresh } from '../../api.ts'
import { addOpenOrder } from '../../openOrders.ts'
import type { OrderItem } from '../../orderStanding.ts'
import { toast } from '../../ui/toast.ts'
import { isFateUnknown, placeWorld } from './attempts.ts'
import { place, type PlaceBody } from './placing.ts'

/** Sends orders. A failure shows the server's message; the caller closes its sheet. */
export function usePlaceOrder(): { busy: boolean; send: (body: PlaceBody) => Promise<OrderItem | null> } {
  const { t } = useTranslation('trade')
  const [busy, setBusy] = useState(false)

  async function send(body: PlaceBody): Promise<OrderItem | null> {
    setBusy(true)
    try {
      const { placed, earlier } = await place(body, placeWorld)
      if (earlier) toast(t('earlierPlaced'))
      addOpenOrder(placed.order)
      refresh('getMyLimitOrders')
      return placed.order
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      toast(failure.message, { tone: 'wrong' })
      if (isFateUnknown(failure)) refresh('getMyLimitOrders')
      return null
    } finally {
      setBusy(false)
      refresh('getTimeAccountCurrency', 'getavailableMoneyByCurrency', 'getMyWalletData')
    }
  }

  return { busy, send }
}
