import { useTranslation } from '../../i18n/useTranslation.ts'
import { useCall } from '../../api/api.ts'
import { useHoldings } from '../../entities/holdings.ts'
import { useHoldingsRange } from './range.ts'
import { HoldingsFigure } from '../../components/HoldingsFigure.tsx'
import { RequireAccount } from '../../components/RequireAccount.tsx'
import { useIsEmpty, WalletActions } from '../../components/WalletActions.tsx'
import { useAmountsHidden } from '../../session/amountsHidden.ts'
import { useIsSimulated } from '../../session/useIsSimulated.ts'
import { Badge } from '@tickmark/ui/text/Badge.tsx'
import { FailedCall } from '../../components/FailedCall.tsx'
import { IconButton } from '@tickmark/ui/form/IconButton.tsx'
import { PageBar } from '@tickmark/ui/page/PageBar.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { useWide } from '../../browser/useWide.ts'
import { CurrencyList } from './CurrencyList.tsx'
import { HoldingsChart } from './HoldingsChart.tsx'
import { Shares } from './Shares.tsx'
import { WalletLinks } from './WalletLinks.tsx'

/** The account's holdings: in total, over time, and by currency. */
export function WalletPage() {
  const { t } = useTranslation('wallet')
  const isSimulated = useIsSimulated()
  const [hidden, toggle] = useAmountsHidden()
  return (
    <>
      <PageBar
        title={t('shell:nav.wallet')}
        trailing={
          <>
            {isSimulated && <Badge>{t('home:simulated')}</Badge>}
            <IconButton
              icon={hidden ? 'eyeOff' : 'eye'}
              label={hidden ? t('home:show') : t('home:hide')}
              onClick={toggle}
            />
          </>
        }
      />
      <div className="px-5 pb-8">
        <RequireAccount title={t('joinTitle')} detail={t('joinDetail')}>
          <Wallet />
        </RequireAccount>
      </div>
    </>
  )
}

function Wallet() {
  const { t } = useTranslation('wallet')
  const wide = useWide()
  const wallet = useHoldings()
  const isEmpty = useIsEmpty()
  const [range] = useHoldingsRange()
  const history = useCall('getHoldingsHistory', { range })
  if (wallet.isError && !wallet.data) return <FailedCall title={t('failed')} call={wallet} />
  if (!wallet.data) {
    return (
      <>
        <Skeleton shape="figure" />
        <Skeleton shape="row" count={6} />
      </>
    )
  }
  const { items, ...total } = wallet.data.data
  return (
    <>
      <section aria-label={t('home:total')} className="pt-1">
        <p className="pb-0.5 text-13 text-ink-2">{t('home:total')}</p>
        <HoldingsFigure {...total} allTime={history.data?.allTime} />
      </section>
      {!isEmpty && !wide && <HoldingsChart height={112} />}
      <div className="pt-4">
        <WalletActions />
      </div>
      <Shares items={items} />
      <CurrencyList items={items} />
      <WalletLinks />
    </>
  )
}
