import { useTranslation } from '../../../i18n/useTranslation.ts'
import type { OrderItem } from '../../../entities/orderState.ts'
import { useOrderNow } from './useOrderNow.ts'

/** The state of an open order in one word. */
export function OrderStateMark({ order }: { order: OrderItem }) {
  const { t } = useTranslation('trade')
  const { phase, end } = useOrderNow(order)
  if (phase === 'entering' || phase === 'settling') {
    // Two short lines beside the title: one long line would wrap the title, and the sheet would jump at the entry price.
    return <span className="max-w-28 text-end text-13 leading-tight text-balance text-ink-2">{t(phase)}</span>
  }
  if (!end) return null
  const words = { won: t('winning'), lost: t('losing'), tied: t('level') }
  const tones = { won: 'text-up', lost: 'text-down', tied: 'text-ink-2' }
  return <span className={`font-semibold ${tones[end.outcome]}`}>{words[end.outcome]}</span>
}
