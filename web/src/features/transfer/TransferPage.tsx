import type { Currency } from '@tickmark/core/money/currencies'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useSearch } from 'wouter'
import { RequireAccount } from '../../components/RequireAccount.tsx'
import { hrefTo } from '../../navigation/hrefs.ts'
import { back, go } from '../../navigation/navigate.ts'
import { useSession } from '../../session/session.ts'
import { useIsSimulated } from '../../session/useIsSimulated.ts'
import { Badge } from '@tickmark/ui/text/Badge.tsx'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { CoinIcon } from '@tickmark/ui/text/CoinIcon.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { IconButton } from '@tickmark/ui/form/IconButton.tsx'
import { PageBar } from '@tickmark/ui/page/PageBar.tsx'
import { Segment } from '@tickmark/ui/form/Segment.tsx'
import { useWide } from '../../browser/useWide.ts'
import { currencyOf, RECORDS, tabOf, TABS, type Tab } from './transferTab.ts'
import { ReceiveTab } from './receive/ReceiveTab.tsx'
import { SendTab } from './send/SendTab.tsx'
import { SwapTab } from './swap/SwapTab.tsx'

/** A currency of the wallet: receive, send and swap. The simulated account can only swap. */
export function TransferPage() {
  const { t } = useTranslation('transfer')
  const session = useSession()
  const params = new URLSearchParams(useSearch())
  const currency = currencyOf(params)
  const tab = tabOf(params, session.book)
  if (!currency) {
    return (
      <>
        <PageBar title={t('noCurrency')} onBack={() => back(hrefTo.wallet())} />
        <div className="px-5">
          <Empty title={t('noCurrencyDetail')} icon="search" action={<ToWallet />} />
        </div>
      </>
    )
  }
  return (
    <>
      <CurrencyBar currency={currency} tab={tab} />
      <div className="px-5 md:max-w-[560px] lg:max-w-none">
        {session.book === 0 && (
          <div className="lg:max-w-[480px]">
            <Segment<Tab>
              label={t('tabs')}
              value={tab}
              onChange={(next) => go(hrefTo.transfer(currency, next), { replace: true })}
              choices={TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
            />
          </div>
        )}
        <RequireAccount title={t('joinTitle')} detail={t('joinDetail')}>
          <OpenTab key={`${session.address}.${session.book}`} currency={currency} tab={tab} />
        </RequireAccount>
      </div>
    </>
  )
}

function CurrencyBar({ currency, tab }: { currency: Currency; tab: Tab }) {
  const { t } = useTranslation('transfer')
  const isSimulated = useIsSimulated()
  const wide = useWide()
  return (
    <PageBar
      title={currency.code}
      sub={currency.name === currency.code ? undefined : currency.name}
      leading={<CoinIcon symbol={currency.code} colour={currency.colour} size={30} />}
      onBack={wide ? undefined : () => back(hrefTo.wallet())}
      trailing={
        <>
          {isSimulated && <Badge>{t('home:simulated')}</Badge>}
          <IconButton icon="list" label={t('records')} onClick={() => go(hrefTo.records(RECORDS[tab]))} />
        </>
      }
    />
  )
}

function OpenTab({ currency, tab }: { currency: Currency; tab: Tab }) {
  if (tab === 'receive') return <ReceiveTab key={currency.id} currency={currency} />
  if (tab === 'send') return <SendTab key={currency.id} currency={currency} />
  return <SwapTab currency={currency} />
}

function ToWallet() {
  const { t } = useTranslation('transfer')
  return (
    <Button tone="quiet" size="medium" onClick={() => go(hrefTo.wallet())}>
      {t('toWallet')}
    </Button>
  )
}
