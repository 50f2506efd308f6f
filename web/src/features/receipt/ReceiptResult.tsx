import { parseAmount } from '@tickmark/core/money/money'
import { useDurationNames } from '../../components/useDurationNames.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { amountText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../format/useFormat.ts'
import { directionOf, type OrderItem } from '../../entities/orderState.ts'
import { Badge } from '@tickmark/ui/text/Badge.tsx'
import { Figure } from '@tickmark/ui/text/Figure.tsx'
import { useSession } from '../../session/session.ts'
import type { Finding } from '../../receipts/checkHere.ts'

/** The order's result: from the receipt once it is verified, from the list before. */
export function ReceiptResult({ order, finding }: { order: OrderItem; finding: Finding | null }) {
  const { t } = useTranslation('receipt')
  const durations = useDurationNames()
  const format = useFormat()
  const { book } = useSession()
  // An invalid receipt proves no figure: show the list's own, without a colour.
  const proved = finding && finding.verdict !== 'broken' ? finding.summary : undefined
  const net = parseAmount(proved?.net ?? order.profit) ?? 0n
  const outcome = proved?.outcome ?? order.outcome
  const isPlain = finding !== null && !proved
  return (
    <div className="pt-1.5 pb-4">
      <p className="flex flex-wrap items-center justify-between gap-2 text-13 text-ink-2">
        <span>
          <bdi dir="ltr">{order.pair}</bdi> · {directionOf(order) === 'up' ? t('trade:up') : t('trade:down')}{' '}
          · {durations.orderName(order)}
        </span>
        {book === 1 && <Badge>{t('home:simulated')}</Badge>}
      </p>
      <p className="pt-0.5">
        <Figure
          text={amountText(format, order.currency, net, true)}
          unit={order.currency}
          tone={isPlain ? 'ink' : net > 0n ? 'up' : net < 0n ? 'down' : 'ink'}
        />
      </p>
      {outcome && <p className="pt-0.5 text-13 font-medium">{t(outcome)}</p>}
    </div>
  )
}
