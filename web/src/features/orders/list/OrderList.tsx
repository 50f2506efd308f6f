import { useState } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useSearch } from 'wouter'
import { refresh } from '../../../api/api.ts'
import { hrefTo } from '../../../navigation/hrefs.ts'
import { go } from '../../../navigation/navigate.ts'
import type { OrderItem } from '../../../entities/orderState.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { InfiniteList } from '@tickmark/ui/list/InfiniteList.tsx'
import { DaySum, dayOf } from './DaySum.tsx'
import { FinishedRow } from './FinishedRow.tsx'
import { clearFilter, OrderFilters } from './OrderFilters.tsx'
import { filterOf } from './orderFilter.ts'
import { useOrderPages } from './useOrderPages.ts'
import { WaitingRow } from './WaitingRow.tsx'

/** Time allowed for settlement before the lists are fetched again. */
const SETTLED_AFTER_MS = 1_500

/** The open orders. One disappears at the end of its countdown. */
export function OpenList() {
  const { t } = useTranslation('orders')
  const pages = useOrderPages(0, {})
  const [ended, setEnded] = useState<ReadonlySet<string>>(new Set())
  const items = pages.items.filter((one) => one.status === 0 && !ended.has(one.orderId))

  function end(orderId: string) {
    setEnded((now) => new Set(now).add(orderId))
    setTimeout(() => refresh('getMyLimitOrders'), SETTLED_AFTER_MS)
  }

  return (
    <InfiniteList
      label={t('waiting')}
      {...pages}
      items={items}
      keyOf={(one) => one.orderId}
      failed={t('failed')}
      empty={<NoneOpen />}
    >
      {(one) => <WaitingRow order={one} onEnd={() => end(one.orderId)} />}
    </InfiniteList>
  )
}

/** The closed orders by the day of their end, each day with its sum. */
export function ClosedList() {
  const { t } = useTranslation('orders')
  const filter = filterOf(useSearch())
  const pages = useOrderPages(1, filter)
  const items = pages.items.filter((one) => one.status === 1)
  const isNarrowed = Object.keys(filter).length > 0
  const isNew = (one: OrderItem) => {
    const before = items[items.indexOf(one) - 1]
    return before === undefined || endDayOf(before) !== endDayOf(one)
  }
  return (
    <>
      {(isNarrowed || items.length > 0) && <OrderFilters />}
      <InfiniteList
        label={t('finished')}
        {...pages}
        items={items}
        keyOf={(one) => one.orderId}
        failed={t('failed')}
        empty={isNarrowed ? <NoneLikeThat /> : <NoneClosed />}
      >
        {(one) => (
          <>
            {isNew(one) && <DaySum dayMs={endDayOf(one)} filter={filter} />}
            <FinishedRow order={one} />
          </>
        )}
      </InfiniteList>
    </>
  )
}

/** A result belongs to the local day on which its order ended. */
function endDayOf({ endedAt, dueAt }: OrderItem): number {
  return dayOf(endedAt ?? dueAt)
}

function NoneOpen() {
  const { t } = useTranslation('orders')
  const action = (
    <div className="grid justify-items-center gap-1">
      <Button tone="quiet" size="medium" onClick={() => go(hrefTo.home())}>
        {t('toMarkets')}
      </Button>
      <Button tone="plain" size="small" onClick={() => go(hrefTo.guide())}>
        {t('toGuide')}
      </Button>
    </div>
  )
  return <Empty icon="clock" title={t('emptyTitle')} detail={t('emptyWaiting')} action={action} />
}

function NoneClosed() {
  const { t } = useTranslation('orders')
  return <Empty icon="receipt" title={t('emptyTitle')} detail={t('emptyFinished')} />
}

function NoneLikeThat() {
  const { t } = useTranslation('orders')
  const action = (
    <Button tone="quiet" size="medium" onClick={clearFilter}>
      {t('filter.clear')}
    </Button>
  )
  return <Empty icon="search" title={t('filter.none')} action={action} />
}
