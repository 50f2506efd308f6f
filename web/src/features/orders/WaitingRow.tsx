import { useTranslation } from '../../i18n/useTranslation.ts'
import { serverNow } from '@tickmark/client/serverClock.ts'
import { orderStateOf, runningSeconds, type OrderItem } from '../../entities/orderState.ts'
import { openTradeSheet } from '../../navigation/tradeSheet.ts'
import { Countdown } from '@tickmark/ui/text/Countdown.tsx'
import { Progress } from '@tickmark/ui/chart/Progress.tsx'
import { useSecondsLeft } from '@tickmark/ui/text/useSecondsLeft.ts'
import { OrderCoin, OrderName } from './OrderName.tsx'

/** A waiting order with its countdown and progress. Opens the countdown sheet. */
export function WaitingRow({ order, onEnd }: { order: OrderItem; onEnd: () => void }) {
  const { t } = useTranslation('orders')
  useSecondsLeft(order.dueAt, serverNow)
  const { progress } = orderStateOf(order, serverNow())
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => openTradeSheet({ kind: 'countdown', orderId: order.orderId })}
      className="grid w-full gap-2.5 border-b border-rule py-3 text-start -outline-offset-2!"
    >
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <OrderCoin order={order} />
        <OrderName order={order} />
        <span className="ms-auto text-end">
          <Countdown
            untilMs={order.dueAt}
            now={serverNow}
            most={runningSeconds(order)}
            onEnd={onEnd}
            label={t('timeLeft', { order: order.pair })}
            size="small"
          />
        </span>
      </span>
      <Progress label={t('trade:progress')} share={progress} thin />
    </button>
  )
}
