import { parseAmount } from '@tickmark/core/money/money'
import { amountText } from '@tickmark/client/format/figures.ts'
import { timesOf } from '@tickmark/client/format/times.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useCall } from '../../../api/api.ts'
import { signOf } from '../../../entities/orderState.ts'
import { useFormat } from '../../../format/useFormat.ts'
import { useSession } from '../../../session/session.ts'
import type { OrderFilter } from './orderFilter.ts'

/** A day's heading in the list: the number of orders that ended on it, and their total result. */
export function DaySum({ dayMs, filter }: { dayMs: number; filter: OrderFilter }) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const { language } = useSession()
  const sum = useCall('getOrderSums', { ...filter, from: dayMs, to: nextDayOf(dayMs) }).data
  return (
    <h2 className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-0.5 pt-5 pb-1.5 text-13">
      <span>
        <span className="font-semibold">{timesOf(language).farDay(dayMs)}</span>
        {sum && <span className="text-ink-2"> · {t('count', { count: sum.count })}</span>}
      </span>
      <span className="flex flex-wrap gap-x-3">
        {sum?.sums.map(({ currency, net }) => (
          <bdi key={currency} dir="ltr" className={`font-semibold ${TONES[signOf(net)]}`}>
            {`${amountText(format, currency, parseAmount(net) ?? 0n, true)} ${currency}`}
          </bdi>
        ))}
      </span>
    </h2>
  )
}

const TONES = { '1': 'text-up', '-1': 'text-down', '0': '' }

/** The local midnight before a time. */
export function dayOf(ms: number): number {
  return new Date(ms).setHours(0, 0, 0, 0)
}

/** A day may have 23 or 25 hours. */
function nextDayOf(dayMs: number): number {
  const day = new Date(dayMs)
  return day.setDate(day.getDate() + 1)
}
