import { useLocation, useSearch } from 'wouter'
import { cx } from '@tickmark/ui/base/cx.ts'
import { parseAmount } from '@tickmark/core/money/money'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { amountText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../../format/useFormat.ts'
import { hrefTo } from '../../../navigation/hrefs.ts'
import { go } from '../../../navigation/navigate.ts'
import { signOf, type OrderItem } from '../../../entities/orderState.ts'
import { PlainLink } from '@tickmark/ui/base/PlainLink.tsx'
import { filterOf, hrefWith } from './orderFilter.ts'
import { OrderCoin, OrderName } from './OrderName.tsx'

/**
 * A finished order with its profit, in the rising colour above zero, else in the falling one. Links to its receipt.
 */
export function FinishedRow({ order }: { order: OrderItem }) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const receipt = hrefTo.receipt(order.orderId)
  const isShown = useLocation()[0] === receipt
  // On a wide window the list stays beside the receipt and keeps its filter.
  const href = hrefWith(new URL(receipt, location.origin).href, filterOf(useSearch()))
  const profit = amountText(format, order.currency, parseAmount(order.profit) ?? 0n, true)
  return (
    <PlainLink
      href={href}
      onGo={go}
      aria-current={isShown ? 'true' : undefined}
      className={cx(
        'flex min-h-[66px] flex-wrap items-center gap-x-3 gap-y-1 border-b border-rule py-2 text-start -outline-offset-2!',
        isShown ? '-mx-5 bg-brand-wash px-5' : 'w-full',
      )}
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
