import { Badge, type BadgeTone } from '@tickmark/ui/text/Badge.tsx'
import type { OrderLine } from '@tickmark/wire/routes/operators/orders'
import { useTranslation } from '../../i18n/useTranslation.ts'

const TONES: Record<NonNullable<OrderLine['outcome']>, BadgeTone> = {
  won: 'up',
  lost: 'down',
  tied: 'plain',
  void: 'caution',
  closed: 'brand',
}

/** How an order ended, or that it is open. */
export function OutcomeBadge({ outcome }: { outcome: OrderLine['outcome'] }) {
  const { t } = useTranslation('orders')
  return <Badge tone={outcome === null ? 'plain' : TONES[outcome]}>{t(`outcome.${outcome ?? 'open'}`)}</Badge>
}

/** The coin and direction of an order: "▲ BTC/USDT". */
export function Way({ order }: { order: Pick<OrderLine, 'direction' | 'pair'> }) {
  const { t } = useTranslation('orders')
  const isUp = order.direction === 0
  return (
    <span className="inline-flex items-baseline gap-1.5 whitespace-nowrap">
      <span className={isUp ? 'text-up' : 'text-down'} role="img" aria-label={t(isUp ? 'up' : 'down')}>
        {isUp ? '▲' : '▼'}
      </span>
      <bdi>{order.pair}</bdi>
    </span>
  )
}
