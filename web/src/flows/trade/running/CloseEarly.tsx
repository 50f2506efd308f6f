import type { Amount } from '@tickmark/core/money/money'
import { CLOSE_UNTIL_S } from '@tickmark/core/orders/orders'
import { CallFailed } from '@tickmark/client/callFailed.ts'
import { useRef, useState } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { queries, query, useCall, type Reply } from '../../../api/api.ts'
import { useShownMoneyCall } from '../../../api/moneyCall.ts'
import { amountText, shareText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../../format/useFormat.ts'
import { ltr } from '../../../format/ltr.ts'
import { moneyOf, type OrderItem } from '../../../entities/orderState.ts'
import { closeAtOrAbove, unitsOf } from './closeAtOrAbove.ts'
import { isClosedAsAsked } from './isClosedAsAsked.ts'
import { useSeen, type Tap } from '../../../state/useSeen.ts'
import { signClose } from '../../../wallets/signOrder.ts'
import { beforeSending, closeAnswer, failedAnswer, saidFailure, type SentAsk } from '../answered.ts'
import { signing } from '../signing.ts'
import { Button, type ButtonSize } from '@tickmark/ui/form/Button.tsx'
import { ConfirmDialog } from '@tickmark/ui/layer/ConfirmDialog.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'

type Bid = NonNullable<Reply<'getOrderValue'>>

const BID_MS = 2_000

interface CloseEarlyProps {
  order: OrderItem
  closable: boolean
  size?: ButtonSize
}

/**
 * Closes an order at the bid on screen, which follows the market, also in the dialog. Yes accepts the sum that the
 * user saw, or more; when the house offers less, the dialog asks again.
 */
export function CloseEarly({ order, closable, size = 'large' }: CloseEarlyProps) {
  const { t } = useTranslation('trade')
  const format = useFormat()
  const [asked, setAsked] = useState(false)
  const [fell, setFell] = useState(false)
  const { newest, isKnown, busy, close } = useClosing(order, closable)
  const seenAt = useSeen(newest, unitsOf)
  const code = order.currency

  async function yes(tap: Tap) {
    const seen = seenAt(tap)
    if (!seen) return setAsked(false)
    const isOver = await close(seen)
    setFell(!isOver)
    setAsked(!isOver)
  }

  return (
    <>
      <Button
        tone="quiet"
        size={size}
        disabled={!newest || !isKnown}
        aria-haspopup="dialog"
        onClick={() => {
          setFell(false)
          setAsked(true)
        }}
      >
        {newest ? t('closeFor', { bid: ltr(amountText(format, code, unitsOf(newest))) }) : t('closeEarly')}
      </Button>
      <ConfirmDialog
        open={asked}
        title={t('closeTitle')}
        yesLabel={t('yes')}
        noLabel={t('no')}
        busy={busy}
        onYes={(tap) => void yes(tap)}
        onNo={() => setAsked(false)}
      >
        {closable
          ? newest && <CloseQuestion order={order} bid={newest} fell={fell} />
          : t('closeTooLate', { seconds: CLOSE_UNTIL_S })}
      </ConfirmDialog>
    </>
  )
}

/** Asks whether to take this bid, with the result that it gives; `fell` when the house offers less than before. */
export function CloseQuestion({ order, bid, fell }: { order: OrderItem; bid: Bid; fell: boolean }) {
  const { t } = useTranslation('trade')
  const format = useFormat()
  const { stake, fee } = moneyOf(order)
  const units = unitsOf(bid)
  const net = units - stake - fee
  const code = order.currency
  return (
    <>
      <p>
        {t('closeDetail', {
          bid: ltr(amountText(format, code, units)),
          result: t(net < 0n ? 'closeLoss' : 'closeProfit', {
            // The word replaces the sign.
            amount: ltr(amountText(format, code, net).replace('−', '')),
          }),
          currency: code,
        })}
      </p>
      <p className="mt-2 text-13">{t('closeCost', { margin: ltr(shareText(order.marginPpm, 1)) })}</p>
      {fell && (
        <p role="status" className="mt-2 font-medium text-caution">
          {t('closeMoved')}
        </p>
      )}
    </>
  )
}

/** The newest bid, renewed while the order can be closed, and a function that accepts the bid that the user saw. */
function useClosing(order: OrderItem, closable: boolean) {
  const { t } = useTranslation('trade')
  const { orderId } = order
  // Stays true after a refusal until the newest bid has been fetched.
  const [busy, setBusy] = useState(false)
  const { send } = useShownMoneyCall('closeLimitOrder')
  // A lost answer arrives at the next press: it is checked against the attempt that it answers.
  const sentLast = useRef<{ ask: SentAsk | null; leastBid: Amount }>({ ask: null, leastBid: 0n })
  const value = useCall('getOrderValue', { orderId }, { enabled: closable && !busy, refetchInterval: BID_MS })

  /** Closes at this bid or a better one. Returns false when the house now offers less: the user decides. */
  async function close(seen: Bid): Promise<boolean> {
    setBusy(true)
    try {
      return await closeAt(seen)
    } finally {
      setBusy(false)
    }
  }

  async function closeAt(seen: Bid): Promise<boolean> {
    const ended = await closeAtOrAbove(seen, {
      async send({ bidId }) {
        let ask: SentAsk | null = null
        const closed = await send(async () => {
          const startMs = performance.now()
          // The owner accepts the sum that he saw, even if a newer bid is sent.
          const consent = await signing(() => signClose(orderId, unitsOf(seen)))
          ask = consent?.consent ? await beforeSending(consent.consent, startMs) : null
          if (consent) sentLast.current = { ask, leastBid: unitsOf(seen) }
          return consent && { orderId, bidId, ...consent }
        })
        if (closed.kind === 'failed')
          return saidFailure(closed.failure, await failedAnswer(ask, closed.failure))
        if (closed.kind === 'done') await take(closed.answer)
        return null
      },
      async renew() {
        const { data, isError } = await value.refetch()
        return isError ? null : (data ?? null)
      },
    })
    if (ended instanceof CallFailed) toast(ended.message, { tone: 'wrong' })
    return ended !== 'less'
  }

  /** Checks the answer to the close, and shows its result only if it is what was asked for. */
  async function take(answer: Reply<'closeLimitOrder'>) {
    const { ask, leastBid } = sentLast.current
    const problem = await closeAnswer(ask, answer)
    const isAsked = isClosedAsAsked(order, leastBid, answer)
    if (problem)
      toast(t(problem === 'other_terms' ? 'promise.terms' : 'promise.signature'), { tone: 'wrong' })
    else if (!isAsked) toast(t('closeUnlike'), { tone: 'wrong' })
    if (!isAsked) return
    const { net, order: finished } = answer
    queries.setQueryData(query('modifyLimitOrder', { orderId }).queryKey, { net, order: finished })
  }

  return { newest: closable ? (value.data ?? null) : null, isKnown: !value.isError, busy, close }
}
