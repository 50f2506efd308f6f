import { Suspense } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useSearch } from 'wouter'
import { RequireAccount } from '../../components/RequireAccount.tsx'
import { hrefTo } from '../../navigation/hrefs.ts'
import { go } from '../../navigation/navigate.ts'
import { useSession } from '../../session/session.ts'
import { TradeSheets } from '../../flows/trade/lazy.tsx'
import { PageBar } from '@tickmark/ui/page/PageBar.tsx'
import { Tabs } from '@tickmark/ui/list/Tabs.tsx'
import { SimulatedBadge } from '../../components/WalletFrame.tsx'
import { OrderList } from './OrderList.tsx'

const TABS = ['waiting', 'finished'] as const
type Tab = (typeof TABS)[number]

/** The account's orders: waiting ones and finished ones. */
export function OrdersPage() {
  const { t } = useTranslation('orders')
  const { book, address } = useSession()
  const asked = new URLSearchParams(useSearch()).get('tab')
  const tab: Tab = asked === 'finished' ? 'finished' : 'waiting'
  return (
    <>
      <PageBar title={t('shell:nav.orders')} trailing={book === 1 && <SimulatedBadge />} />
      <div className="px-5 pb-6 md:max-w-[720px] md:px-7">
        <Tabs
          label={t('lists')}
          value={tab}
          onChange={(value) => go(hrefTo.orders(value), { replace: true })}
          tabs={TABS.map((value) => ({ value, label: t(value) }))}
        >
          <RequireAccount title={t('joinTitle')} detail={t('joinDetail')}>
            <OrderList key={`${tab}.${book}.${address}`} status={tab === 'waiting' ? 0 : 1} />
          </RequireAccount>
        </Tabs>
      </div>
      <Suspense fallback={null}>
        <TradeSheets />
      </Suspense>
    </>
  )
}
