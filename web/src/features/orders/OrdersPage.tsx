import { Suspense } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useLocation, useSearch } from 'wouter'
import { RequireAccount } from '../../components/RequireAccount.tsx'
import { hrefTo, PATHS } from '../../navigation/hrefs.ts'
import { go } from '../../navigation/navigate.ts'
import { useSession } from '../../session/session.ts'
import { TradeSheets } from '../../flows/trade/lazy.tsx'
import { PageBar } from '@tickmark/ui/page/PageBar.tsx'
import { Tabs } from '@tickmark/ui/list/Tabs.tsx'
import { SimulatedBadge } from '../../components/WalletFrame.tsx'
import { ClosedList, OpenList } from './list/OrderList.tsx'

const TABS = ['waiting', 'finished'] as const
type Tab = (typeof TABS)[number]

/** The account's orders: waiting ones and finished ones. */
export function OrdersPage() {
  const { t } = useTranslation('orders')
  const { book, address } = useSession()
  const asked = new URLSearchParams(useSearch()).get('tab')
  // Beside a receipt, the list is the one that the receipt is from.
  const isBeside = useLocation()[0] !== PATHS.orders
  const tab: Tab = asked === 'finished' || isBeside ? 'finished' : 'waiting'
  const List = tab === 'waiting' ? OpenList : ClosedList
  return (
    <>
      <PageBar title={t('shell:nav.orders')} trailing={<SimulatedBadge />} />
      <div className="px-5 pb-6">
        <Tabs
          label={t('lists')}
          value={tab}
          onChange={(value) => go(hrefTo.orders(value), { replace: true })}
          tabs={TABS.map((value) => ({ value, label: t(value) }))}
        >
          <RequireAccount title={t('joinTitle')} detail={t('joinDetail')}>
            <List key={`${book}.${address}`} />
          </RequireAccount>
        </Tabs>
      </div>
      <Suspense fallback={null}>
        <TradeSheets />
      </Suspense>
    </>
  )
}
