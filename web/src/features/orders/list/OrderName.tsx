import { productById } from '@tickmark/core/market/products'
import { useDurationNames } from '../../../components/useDurationNames.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { briefText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../../format/useFormat.ts'
import { directionOf, moneyOf, type OrderItem } from '../../../entities/orderState.ts'
import { Arrow } from '@tickmark/ui/base/Arrow.tsx'
import { CoinIcon } from '@tickmark/ui/text/CoinIcon.tsx'

/** The coin of an order. */
export function OrderCoin({ order }: { order: OrderItem }) {
  const product = productById(order.pid)
  return <CoinIcon symbol={product?.symbol ?? ''} colour={product?.colour ?? 'var(--ink-3)'} />
}

/** Pair and direction; below them stake, duration, range, and the end time. */
export function OrderName({ order, when }: { order: OrderItem; when?: string }) {
  const { t } = useTranslation('orders')
  const durations = useDurationNames()
  const format = useFormat()
  const up = directionOf(order) === 'up'
  const stake = `${briefText(format, order.currency, moneyOf(order).stake)} ${order.currency}`
  return (
    <span className="min-w-0 flex-1 basis-36 leading-tight">
      <span className="block text-15 leading-tight font-medium">
        <bdi dir="ltr">{order.pair}</bdi>{' '}
        <span className={up ? 'text-up' : 'text-down'}>
          <Arrow way={up ? 'up' : 'down'} /> {up ? t('trade:up') : t('trade:down')}
        </span>
      </span>
      <span className="block pt-0.5 text-12 text-ink-3">
        <bdi dir="ltr">{stake}</bdi> · {durations.orderName(order)} · {order.rangeText}
      </span>
      {when && <span className="block pt-0.5 text-12 text-ink-3">{when}</span>}
    </span>
  )
}
