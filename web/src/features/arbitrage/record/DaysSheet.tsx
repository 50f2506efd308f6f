import { Sheet } from '@tickmark/ui/layer/Sheet.tsx'
import { InfiniteList } from '@tickmark/ui/list/InfiniteList.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import type { HostingItem } from '@tickmark/wire/schemas/arbitrage'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { LoggedDay } from '../LoggedDay.tsx'
import { useArbitrageTexts } from '../useArbitrageTexts.ts'
import { useHostingDays } from './useHostingPages.ts'

interface DaysSheetProps {
  item: HostingItem | null
  open: boolean
  onClose: () => void
  onClosed: () => void
}

/** Each day's payment to an order, including days that paid nothing. */
export function DaysSheet({ item, open, onClose, onClosed }: DaysSheetProps) {
  const { t } = useTranslation('arbitrage')
  return (
    <Sheet open={open} onClose={onClose} onClosed={onClosed} title={t('orders.days')}>
      {item && <Days key={item.orderNumber} item={item} />}
    </Sheet>
  )
}

function Days({ item }: { item: HostingItem }) {
  const { t } = useTranslation('arbitrage')
  const { fine, day, time } = useArbitrageTexts()
  const pages = useHostingDays(item.orderNumber)
  return (
    <InfiniteList
      label={t('orders.days')}
      {...pages}
      keyOf={(one) => one.day}
      failed={t('orders.daysFailed')}
      skeleton="ledger"
      empty={
        <Empty
          title={t('orders.noDays')}
          {...(item.status === 1 && {
            detail: t('orders.noDaysDetail', { time: time(item.sharesFrom) }),
          })}
          icon="clock"
        />
      }
    >
      {(one) => (
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-rule py-3 text-13">
          <p>
            {day(one.day)}
            <span className="block text-12 text-ink-3">
              <LoggedDay day={one.day} seq={one.seq} />
            </span>
          </p>
          <p className="ms-auto font-medium">{fine(one.amount)}</p>
        </div>
      )}
    </InfiniteList>
  )
}
