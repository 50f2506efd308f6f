import { amountText } from '@tickmark/client/format/figures.ts'
import { parseAmount } from '@tickmark/core/money/money'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useFormat } from '../../../format/useFormat.ts'
import type { OrderItem } from '../../../entities/orderState.ts'
import { VisuallyHidden } from '@tickmark/ui/base/VisuallyHidden.tsx'
import { Figure } from '@tickmark/ui/text/Figure.tsx'
import { useCountUp } from './useCountUp.ts'

/** The net result, counted up, with its outcome; announced once, with the whole sum. */
export function ResultFigure({ order, income }: { order: OrderItem; income: string }) {
  const { t } = useTranslation('trade')
  const format = useFormat()
  const net = parseAmount(income) ?? 0n
  const counted = useCountUp(net)
  const outcome = t(`outcome.${order.outcome ?? 'void'}`)
  const text = (units: bigint) => amountText(format, order.currency, units, true)
  return (
    <>
      <div aria-hidden="true">
        <p className="text-13 text-ink-2">{t('income')}</p>
        <p className="py-1" data-income>
          <Figure
            text={text(counted)}
            unit={order.currency}
            tone={net > 0n ? 'up' : net < 0n ? 'down' : 'ink'}
          />
        </p>
        <p className="text-13 font-medium">{outcome}</p>
      </div>
      <VisuallyHidden>
        <span role="status">
          {t('announceResult', { outcome, income: text(net), currency: order.currency })}
        </span>
      </VisuallyHidden>
    </>
  )
}
