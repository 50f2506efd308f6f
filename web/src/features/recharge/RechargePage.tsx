import type { Currency } from '@tickmark/core/currencies'
import { useTranslation } from 'react-i18next'
import { useSearch } from 'wouter'
import { Joined } from '../../Joined.tsx'
import { back, go } from '../../navigate.ts'
import { useSession } from '../../session/session.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { CoinIcon } from '../../ui/CoinIcon.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { PageBar } from '../../ui/PageBar.tsx'
import { Segment } from '../../ui/Segment.tsx'
import { useWide } from '../../useWide.ts'
import { recordHref, rechargeHref } from '../../walletHrefs.ts'
import { currencyOf, RECORDS, tabOf, TABS, type Tab } from './place.ts'
import { ReceiveTab } from './ReceiveTab.tsx'
import { SendTab } from './SendTab.tsx'
import { SwapTab } from './SwapTab.tsx'

/** A currency of the wallet: receive, send and swap it. The simulated account can only swap. */
export function RechargePage() {
  const { t } = useTranslation('transfer')
  const session = useSession()
  const params = new URLSearchParams(useSearch())
  const currency = currencyOf(params)
  const tab = tabOf(params, session.book)
  if (!currency) {
    return (
      <>
        <PageBar title={t('noCurrency')} onBack={() => back('/account')} />
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
              onChange={(next) => go(rechargeHref(currency, next), { replace: true })}
              choices={TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
            />
          </div>
        )}
        <Joined title={t('joinTitle')} detail={t('joinDetail')}>
          <OpenTab key={`${session.address}.${session.book}`} currency={currency} tab={tab} />
        </Joined>
      </div>
    </>
  )
}

function CurrencyBar({ currency, tab }: { currency: Currency; tab: Tab }) {
  const { t } = useTranslation('transfer')
  const { book } = useSession()
  const wide = useWide()
  return (
    <PageBar
      title={currency.code}
      sub={currency.name === currency.code ? undefined : currency.name}
      leading={<CoinIcon symbol={currency.code} colour={currency.colour} size={30} />}
      onBack={wide ? undefined : () => back('/account')}
      trailing={
        <>
          {book === 1 && <Badge>{t('simulated')}</Badge>}
          <IconButton icon="list" label={t('records')} onClick={() => go(recordHref(RECORDS[tab]))} />
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
    <Button tone="quiet" size="medium" onClick={() => go('/account')}>
      {t('toWallet')}
    </Button>
  )
}
