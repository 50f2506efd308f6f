import { Button } from '@tickmark/ui/form/Button.tsx'
import { Ledger, LedgerRow } from '@tickmark/ui/list/LedgerRow.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { Badge } from '@tickmark/ui/text/Badge.tsx'
import { Figure } from '@tickmark/ui/text/Figure.tsx'
import { useCall } from '../../../api/api.ts'
import { FailedCall } from '../../../components/FailedCall.tsx'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useAmountsHidden } from '../../../session/amountsHidden.ts'
import { askToJoin } from '../../../session/joinSheet.ts'
import { isSignedIn, useSession } from '../../../session/session.ts'
import { useArbitrageTexts } from '../useArbitrageTexts.ts'

const HIDDEN = '••••'

/** The user's hosted money and its earnings; tells a visitor that everything else is open to him. */
export function Own() {
  const { t } = useTranslation('arbitrage')
  const { figure, fine } = useArbitrageTexts()
  const session = useSession()
  const [isHidden] = useAmountsHidden()
  const own = useCall('getBzIndexData', {}, { refetchInterval: 30_000 })
  if (session.server !== undefined && !isSignedIn(session)) return <Visitor />
  if (own.isError && !own.data) return <FailedCall title={t('ownFailed')} call={own} />
  if (!own.data) return <Skeleton shape="figure" />
  const { tgzMoney, earned, profit } = own.data
  return (
    <section aria-label={t('own')}>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 className="text-13 font-normal text-ink-2">{t('hosted')}</h2>
        {session.book === 1 && <Badge>{t('home:simulated')}</Badge>}
      </div>
      <Figure text={isHidden ? HIDDEN : figure(tgzMoney)} unit="USDT" quietFraction={!isHidden} />
      <div className="pt-1">
        <Ledger>
          <LedgerRow label={t('total')}>{isHidden ? HIDDEN : fine(earned)}</LedgerRow>
          <LedgerRow label={t('today')} note={t('todayNote')}>
            {isHidden ? HIDDEN : fine(profit)}
          </LedgerRow>
        </Ledger>
      </div>
    </section>
  )
}

function Visitor() {
  const { t } = useTranslation('arbitrage')
  return (
    <section aria-label={t('own')} className="grid justify-items-start gap-2">
      <p className="text-19 font-semibold tracking-[-0.01em] text-balance">{t('joinTitle')}</p>
      <p className="max-w-[52ch] text-13 text-ink-2">{t('joinDetail')}</p>
      <Button size="medium" onClick={askToJoin}>
        {t('wallet:join')}
      </Button>
    </section>
  )
}
