import { parseAmount } from '@tickmark/core/money/money'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { amountText } from '../../format/figures.ts'
import { useFormat } from '../../format/format.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { go } from '../../navigation/navigate.ts'
import { signOf, type OrderItem } from '../../entities/orderState.ts'
import { PlainLink } from '@tickmark/ui/base/PlainLink.tsx'
import { OrderCoin, OrderName } from './OrderName.tsx'

/** A finished order with its profit: in the rising colour above zero, else in the falling one. Links to its receipt. */
export function FinishedRow({ order }: { order: OrderItem }) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const profit = amountText(format, order.currency, parseAmount(order.profit) ?? 0n, true)
  return (
    <PlainLink
      href={hrefTo.receipt(order.orderId)}
      onGo={go}
      className="flex min-h-[66px] w-full flex-wrap items-center gap-x-3 gap-y-1 border-b border-rule py-2 text-start -outline-offset-2!"
    >
      <OrderCoin order={order} />
      <OrderName order={order} when={format.dateTime(order.endedAt ?? order.dueAt)} />
      <span className="ms-auto flex-none text-end leading-tight">
        <bdi
          dir="ltr"
          className={`block text-15 leading-tight font-medium ${signOf(order.profit) > 0 ? 'text-up' : 'text-down'}`}
        >
          {`${profit} ${order.currency}`}
        </bdi>
        <span className="block pt-0.5 text-12 text-ink-3">
          {order.outcome && t(`outcome.${order.outcome}`)}
        </span>
      </span>
    </PlainLink>
  )
}
