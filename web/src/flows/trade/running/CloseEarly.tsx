import { CLOSE_UNTIL_S } from '@tickmark/core/orders/orders'
import { parseAmount } from '@tickmark/core/money/money'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { queries, query, useCall, type Reply } from '../../../api/api.ts'
import { useShownMoneyCall } from '../../../api/moneyCall.ts'
import { amountText } from '../../../format/figures.ts'
import { useFormat } from '../../../format/format.ts'
import { serverNow } from '@tickmark/client/serverClock.ts'
import { ltr } from '../../../format/ltr.ts'
import { moneyOf, type OrderItem } from '../../../entities/orderState.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { ConfirmDialog } from '@tickmark/ui/layer/ConfirmDialog.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'

type Bid = NonNullable<Reply<'getOrderValue'>>

const BID_MS = 2_000
/** A bid with less remaining time would expire on the way. */
const SPARE_MS = 400

/** Closes an order at a bid that the user confirmed. The dialog keeps this bid while it is valid. */
export function CloseEarly({ order, closable }: { order: OrderItem; closable: boolean }) {
  const { t } = useTranslation('trade')
  const format = useFormat()
  const [asked, setAsked] = useState<{ bid: Bid; moved: boolean } | null>(null)
  const { newest, busy, close } = useClosing(order, closable)
  const code = order.currency
  const isGood = asked !== null && isFresh(asked.bid)
  // When the dialog's bid has expired, it shows the newest bid and says so.
  if (asked && !isGood && newest && newest.bidId !== asked.bid.bidId && !busy) {
    setAsked({ bid: newest, moved: asked.moved || newest.bid !== asked.bid.bid })
  }

  /** A bid that has run out is not sent: a new one of the same amount is, and any other is asked about first. */
  async function yes() {
    if (!asked) return
    const bid = isFresh(asked.bid) ? asked.bid : newest
    if (!bid) return
    const better = bid.bid === asked.bid.bid && isFresh(bid) ? await close(bid) : bid
    setAsked(better && { bid: better, moved: asked.moved || better.bid !== asked.bid.bid })
  }

  return (
    <>
      <Button
        tone="quiet"
        disabled={!newest}
        aria-haspopup="dialog"
        onClick={() => newest && setAsked({ bid: newest, moved: false })}
      >
        {newest ? t('closeFor', { bid: ltr(amountText(format, code, unitsOf(newest))) }) : t('closeEarly')}
      </Button>
      <ConfirmDialog
        open={asked !== null}
        title={t('closeTitle')}
        yesLabel={t('yes')}
        noLabel={t('no')}
        busy={busy}
        onYes={() => void yes()}
        onNo={() => setAsked(null)}
      >
        {asked && closable ? (
          <Question order={order} bid={asked.bid} moved={asked.moved} />
        ) : (
          t('closeTooLate', { seconds: CLOSE_UNTIL_S })
        )}
      </ConfirmDialog>
    </>
  )
}

function Question({ order, bid, moved }: { order: OrderItem; bid: Bid; moved: boolean }) {
  const { t } = useTranslation('trade')
  const format = useFormat()
  const { stake, fee } = moneyOf(order)
  const units = unitsOf(bid)
  const code = order.currency
  return (
    <>
      <p>
        {t('closeDetail', {
          bid: ltr(amountText(format, code, units)),
          net: ltr(amountText(format, code, units - stake - fee, true)),
          currency: code,
        })}
      </p>
      {moved && (
        <p role="status" className="mt-2 font-medium text-caution">
          {t('closeMoved')}
        </p>
      )}
    </>
  )
}

/** The newest bid, renewed while the order can be closed, and a function that accepts one. */
function useClosing(order: OrderItem, closable: boolean) {
  const { orderId } = order
  // Stays true longer than the call: after a refusal it covers fetching the newest bid.
  const [busy, setBusy] = useState(false)
  const { send } = useShownMoneyCall('closeLimitOrder')
  const value = useCall('getOrderValue', { orderId }, { enabled: closable && !busy, refetchInterval: BID_MS })

  /**
   * Returns null when it is over. When the price has moved away from the accepted bid, returns the newest one to ask
   * again.
   */
  async function close(bid: Bid): Promise<Bid | null> {
    setBusy(true)
    try {
      const closed = await send(() => ({ orderId, bidId: bid.bidId }))
      if (closed.kind === 'done')
        queries.setQueryData(query('modifyLimitOrder', { orderId }).queryKey, closed.answer)
      if (closed.kind !== 'failed') return null
      const renewed = await value.refetch()
      if (closed.failure.code === 'quote_expired' && renewed.data && !renewed.isError) return renewed.data
      toast(closed.failure.message, { tone: 'wrong' })
      return null
    } finally {
      setBusy(false)
    }
  }

  return { newest: closable && value.data && !value.isError ? value.data : null, busy, close }
}

function isFresh(bid: Bid): boolean {
  return bid.expiresAt - serverNow() > SPARE_MS
}

function unitsOf(bid: Bid): bigint {
  return parseAmount(bid.bid) ?? 0n
}
