import { Button } from '@tickmark/ui/form/Button.tsx'
import { InfiniteList } from '@tickmark/ui/list/InfiniteList.tsx'
import { Ledger, LedgerRow } from '@tickmark/ui/list/LedgerRow.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import type { HostingItem } from '@tickmark/wire/schemas/arbitrage'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { hrefTo } from '../../../navigation/hrefs.ts'
import { go } from '../../../navigation/navigate.ts'
import { useArbitrageTexts } from '../useArbitrageTexts.ts'
import { DaysSheet } from './DaysSheet.tsx'
import { expiriesOf } from './expiries.ts'
import { HostingCard } from './HostingCard.tsx'
import { useHostingPages } from './useHostingPages.ts'

/** The orders of a tab, with their coming payouts. */
export function HostingList({ status }: { status: 1 | 2 }) {
  const { t } = useTranslation('arbitrage')
  const pages = useHostingPages(status)
  const [shown, setShown] = useState<HostingItem | null>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {status === 1 && pages.state === 'end' && <Expiries items={pages.items} />}
      <InfiniteList
        label={t(`orders.tab.${status}`)}
        {...pages}
        keyOf={(one) => one.orderNumber}
        failed={t('orders.failed')}
        empty={<NoData status={status} />}
      >
        {(item) => (
          <HostingCard
            item={item}
            onDays={() => {
              setShown(item)
              setOpen(true)
            }}
          />
        )}
      </InfiniteList>
      <DaysSheet item={shown} open={isOpen} onClose={() => setOpen(false)} onClosed={() => setShown(null)} />
    </>
  )
}

/** The coming payouts, when more than one order runs. */
function Expiries({ items }: { items: readonly HostingItem[] }) {
  const { t } = useTranslation('arbitrage')
  const { usdt, time } = useArbitrageTexts()
  if (items.length < 2) return null
  return (
    <section className="pt-4">
      <h2 className="text-13 font-semibold">{t('orders.expiries')}</h2>
      <Ledger>
        {expiriesOf(items).map(({ atMs, sum, orders }) => (
          <LedgerRow tight key={atMs} label={time(atMs)} note={t('orders.count', { count: orders })}>
            {usdt(sum)}
          </LedgerRow>
        ))}
      </Ledger>
    </section>
  )
}

function NoData({ status }: { status: 1 | 2 }) {
  const { t } = useTranslation('arbitrage')
  return (
    <Empty
      title={t('orders.noData')}
      detail={t(`orders.noDataDetail.${status}`)}
      icon="arbitrage"
      action={
        status === 1 && (
          <Button size="medium" onClick={() => go(hrefTo.arbitrage())}>
            {t('orders.toProducts')}
          </Button>
        )
      }
    />
  )
}
