import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearch } from 'wouter'
import { go } from '../../navigate.ts'
import { askToJoin } from '../../session/join.ts'
import { isSignedIn, useSession } from '../../session/session.ts'
import { TradeSheets } from '../../trading.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { PageBar } from '../../ui/PageBar.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { OrderList } from './OrderList.tsx'

const TABS = ['waiting', 'finished'] as const
type Tab = (typeof TABS)[number]

/** The own orders of the account: those that wait for their end, and those that have ended. */
export function OrdersPage() {
  const { t } = useTranslation('orders')
  const session = useSession()
  const asked = new URLSearchParams(useSearch()).get('tab')
  const tab: Tab = asked === 'finished' ? 'finished' : 'waiting'
  return (
    <>
      <PageBar
        title={t('title')}
        trailing={
          session.book === 1 && (
            <span className="me-[9px]">
              <Badge>{t('simulated')}</Badge>
            </span>
          )
        }
      />
      <div className="px-5 pb-6 md:max-w-[720px] md:px-7">
        <Tabs
          label={t('lists')}
          value={tab}
          onChange={(value) => go(value === 'finished' ? '/order?tab=finished' : '/order', { replace: true })}
          tabs={TABS.map((value) => ({ value, label: t(value) }))}
        >
          {session.server === undefined ? (
            <Skeleton shape="row" count={5} />
          ) : isSignedIn(session) ? (
            <OrderList key={`${tab}.${session.book}.${session.address}`} status={tab === 'waiting' ? 0 : 1} />
          ) : (
            <Empty
              title={t('joinTitle')}
              detail={t('joinDetail')}
              icon="wallet"
              action={
                <Button size="medium" onClick={askToJoin}>
                  {t('join')}
                </Button>
              }
            />
          )}
        </Tabs>
      </div>
      <Suspense fallback={null}>
        <TradeSheets />
      </Suspense>
    </>
  )
}
