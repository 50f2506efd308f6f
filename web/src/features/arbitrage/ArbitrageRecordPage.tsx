import { isOffline } from '@tickmark/client/callFailed.ts'
import { Tabs } from '@tickmark/ui/list/Tabs.tsx'
import { PageBar } from '@tickmark/ui/page/PageBar.tsx'
import { useSearch } from 'wouter'
import { queries, query } from '../../api/api.ts'
import { RequireAccount } from '../../components/RequireAccount.tsx'
import { SimulatedBadge } from '../../components/WalletFrame.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { back, go } from '../../navigation/navigate.ts'
import { useSession } from '../../session/session.ts'
import { HostingList } from './record/HostingList.tsx'

/** The user's hosting orders: running and ended ones. */
export function ArbitrageRecordPage() {
  const { t } = useTranslation('arbitrage')
  const { address, book } = useSession()
  const status = new URLSearchParams(useSearch()).get('status') === '2' ? '2' : '1'

  /** A tab starts with its first page; offline, it shows the cached rows. */
  function change(next: '1' | '2') {
    if (!isOffline())
      queries.removeQueries({ queryKey: query('getMyTgOrderList', { status: 1 }).queryKey.slice(0, 1) })
    go(hrefTo.arbitrageRecords(next), { replace: true })
  }

  return (
    <>
      <PageBar
        title={t('pages:title.arbitrageRecord')}
        onBack={() => back(hrefTo.arbitrage())}
        trailing={<SimulatedBadge />}
      />
      <div className="px-5 pb-10 md:px-7">
        <Tabs
          label={t('orders.tabs')}
          value={status}
          onChange={change}
          tabs={[
            { value: '1', label: t('orders.tab.1') },
            { value: '2', label: t('orders.tab.2') },
          ]}
        >
          <RequireAccount title={t('orders.joinTitle')} detail={t('joinDetail')}>
            <HostingList key={`${status}.${book}.${address}`} status={status === '2' ? 2 : 1} />
          </RequireAccount>
        </Tabs>
      </div>
    </>
  )
}
