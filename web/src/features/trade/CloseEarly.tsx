import { CLOSE_UNTIL_S } from '@tickmark/core/orders'
import { parseAmount } from '@tickmark/core/money'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, CallFailed, newKey, queries, query, refresh, useCall } from '../../api.ts'
import { amountText } from '../../figures.ts'
import { useFormat } from '../../i18n/format.ts'
import { ltr } from '../../ltr.ts'
import { moneyOf, type OrderItem } from '../../orderStanding.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

const BID_MS = 2_000

/** Closes an order at the bid on screen, after a yes. The bid in the question stays live: what is read is what is paid. */
export function CloseEarly({ order, closable }: { order: OrderItem; closable: boolean }) {
  const { t } = useTranslation('trade')
  const format = useFormat()
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const value = useCall(
    'getOrderValue',
    { orderId: order.orderId },
    { enabled: closable && !busy, refetchInterval: BID_MS },
  )
  const bid = closable && value.data && !value.isError ? value.data : null
  const units = bid ? (parseAmount(bid.bid) ?? 0n) : 0n
  const { stake, fee } = moneyOf(order)
  const code = order.currcyName

  async function close() {
    if (!bid) return
    setBusy(true)
    try {
      const closed = await call(
        'closeLimitOrder',
        { orderId: order.orderId, bidId: bid.bidId },
        { idempotencyKey: newKey() },
      )
      queries.setQueryData(query('modifyLimitOrder', { orderId: order.orderId }).queryKey, closed)
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      void value.refetch()
    } finally {
      setBusy(false)
      setAsked(false)
      refresh('getMyLimitOrders', 'getavailableMoneyByCurrency', 'getMyWalletData', 'modifyLimitOrder')
    }
  }

  return (
    <>
      <Button tone="quiet" disabled={!bid} aria-haspopup="dialog" onClick={() => setAsked(true)}>
        {bid ? t('closeFor', { bid: ltr(amountText(format, code, units)) }) : t('closeEarly')}
      </Button>
      <ConfirmDialog
        open={asked}
        title={t('closeTitle')}
        yesLabel={t('yes')}
        noLabel={t('no')}
        busy={busy}
        onYes={() => void close()}
        onNo={() => setAsked(false)}
      >
        {bid
          ? t('closeDetail', {
              bid: ltr(amountText(format, code, units)),
              net: ltr(amountText(format, code, units - stake - fee, true)),
              currency: code,
            })
          : t('closeTooLate', { seconds: CLOSE_UNTIL_S })}
      </ConfirmDialog>
    </>
  )
}
