import { useEffect, useState } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { CallFailed } from '@tickmark/client/callFailed.ts'
import { briefText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../../format/useFormat.ts'
import { watchOrder } from '../../../live/watchedOrders.ts'
import { directionOf, moneyOf, type OrderItem } from '../../../entities/orderState.ts'
import { Arrow } from '@tickmark/ui/base/Arrow.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { Failed } from '@tickmark/ui/state/Failed.tsx'
import { Sheet } from '@tickmark/ui/layer/Sheet.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { OrderResult, ResultActions } from './OrderResult.tsx'
import { RunningActions, RunningOrder } from './RunningOrder.tsx'
import { OrderStateMark } from './OrderStateMark.tsx'
import { PromiseLine } from './PromiseLine.tsx'
import { useOrder } from './useOrder.ts'

interface CountdownSheetProps {
  orderId: string
  open: boolean
  onClose: () => void
  onClosed: () => void
  onContinue: (order: OrderItem) => void
  onRepeated: (orderId: string) => void
}

/** An order during its countdown and its result. */
export function CountdownSheet(props: CountdownSheetProps) {
  const { orderId, open, onClose, onClosed, onContinue, onRepeated } = props
  const { t } = useTranslation('trade')
  const [ended, setEnded] = useState(false)
  const { order, income, isLate, failure, retry } = useOrder(orderId, ended)

  useEffect(() => (open ? watchOrder(orderId) : undefined), [open, orderId])

  const title = order ? <OrderTitle order={order} /> : t('openOrders')
  const frame = { open, onClose, onClosed, title }
  if (!order) {
    return (
      <Sheet {...frame}>
        {failure ? <NotShown failure={failure} retry={retry} /> : <Skeleton shape="ledger" count={5} />}
        <PromiseLine orderId={orderId} />
      </Sheet>
    )
  }
  if (income !== null) {
    return (
      <Sheet
        {...frame}
        footer={<ResultActions order={order} onContinue={() => onContinue(order)} onRepeated={onRepeated} />}
      >
        <OrderResult order={order} income={income} />
        <PromiseLine orderId={orderId} />
      </Sheet>
    )
  }
  return (
    <Sheet
      {...frame}
      trailing={<OrderStateMark order={order} />}
      footer={<RunningActions order={order} onKeep={onClose} />}
    >
      <RunningOrder order={order} onEnd={() => setEnded(true)} />
      <PromiseLine orderId={orderId} />
      {isLate && (
        <p role="status" className="pt-2 text-13 text-ink-2">
          {t('resultLate')}
        </p>
      )}
      {ended && failure && <Failed title={t('resultFailed')} detail={failure.message} onRetry={retry} />}
    </Sheet>
  )
}

function NotShown({ failure, retry }: { failure: Error; retry: () => void }) {
  const { t } = useTranslation('trade')
  const isGone = failure instanceof CallFailed && failure.code === 'order_unknown'
  if (isGone) return <Empty title={t('orderGone')} detail={failure.message} icon="orders" />
  return <Failed title={t('orderFailed')} detail={failure.message} onRetry={retry} />
}

/** "Up · 250 USDT". */
export function OrderTitle({ order }: { order: OrderItem }) {
  const { t } = useTranslation('trade')
  const format = useFormat()
  const up = directionOf(order) === 'up'
  return (
    <>
      <span className={up ? 'text-up' : 'text-down'}>
        <Arrow way={up ? 'up' : 'down'} />
      </span>{' '}
      {up ? t('up') : t('down')} ·{' '}
      <bdi dir="ltr">{`${briefText(format, order.currency, moneyOf(order).stake)} ${order.currency}`}</bdi>
    </>
  )
}
