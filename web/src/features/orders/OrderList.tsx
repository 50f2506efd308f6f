import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { refresh } from '../../api/api.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { go } from '../../navigation/navigate.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { InfiniteList } from '@tickmark/ui/list/InfiniteList.tsx'
import { FinishedRow } from './FinishedRow.tsx'
import { useOrderPages } from './useOrderPages.ts'
import { WaitingRow } from './WaitingRow.tsx'

/** Time allowed for settlement before the lists are fetched again. */
const SETTLED_AFTER_MS = 1_500

/** Orders with one status. A waiting order disappears at the end of its countdown. */
export function OrderList({ status }: { status: 0 | 1 }) {
  const { t } = useTranslation('orders')
  const pages = useOrderPages(status)
  const [ended, setEnded] = useState<ReadonlySet<string>>(new Set())
  const items = pages.items.filter((one) => one.status === status && !ended.has(one.orderId))

  function end(orderId: string) {
    setEnded((now) => new Set(now).add(orderId))
    setTimeout(() => refresh('getMyLimitOrders'), SETTLED_AFTER_MS)
  }

  return (
    <InfiniteList
      label={status === 0 ? t('waiting') : t('finished')}
      {...pages}
      items={items}
      keyOf={(one) => one.orderId}
      failed={t('failed')}
      empty={
        <Empty
          title={t('emptyTitle')}
          detail={status === 0 ? t('emptyWaiting') : t('emptyFinished')}
          icon={status === 0 ? 'clock' : 'receipt'}
          action={
            status === 0 && (
              <div className="grid justify-items-center gap-1">
                <Button tone="quiet" size="medium" onClick={() => go(hrefTo.home())}>
                  {t('toMarkets')}
                </Button>
                <Button tone="plain" size="small" onClick={() => go(hrefTo.guide())}>
                  {t('toGuide')}
                </Button>
              </div>
            )
          }
        />
      }
    >
      {(one) =>
        status === 0 ? <WaitingRow order={one} onEnd={() => end(one.orderId)} /> : <FinishedRow order={one} />
      }
    </InfiniteList>
  )
}
