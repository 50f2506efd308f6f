import { serverNow } from '@tickmark/client/serverClock.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { PageBar } from '@tickmark/ui/page/PageBar.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { useCall, type Reply } from '../../api/api.ts'
import { FailedCall } from '../../components/FailedCall.tsx'
import { RequireAccount } from '../../components/RequireAccount.tsx'
import { SimulatedBadge } from '../../components/WalletFrame.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { back, go } from '../../navigation/navigate.ts'
import { useSession } from '../../session/session.ts'
import { Identity } from './list/Identity.tsx'
import { LoanCard } from './list/LoanCard.tsx'
import { isOpen } from './list/loanState.ts'
import { RealAccount } from './RealAccount.tsx'

/** Polling interval while a simulated decision is due. */
const DECIDING_MS = 2_000

/** The user's loans and applications, newest first. */
export function LoansPage() {
  const { t } = useTranslation('loanList')
  const { address } = useSession()
  return (
    <>
      <PageBar title={t('pages:title.loans')} onBack={() => back()} trailing={<SimulatedBadge />} />
      <div className="px-5 pb-10 md:max-w-[720px] md:px-7">
        <RequireAccount title={t('joinTitle')} detail={t('joinDetail')}>
          <RealAccount>
            <Loans key={address} />
          </RealAccount>
        </RequireAccount>
      </div>
    </>
  )
}

function Loans() {
  const { t } = useTranslation('loanList')
  const loans = useCall('loanApplyList', {}, { refetchInterval: askAgainMs })
  if (loans.isError && !loans.data) return <FailedCall title={t('failed')} call={loans} />
  if (!loans.data) return <Skeleton shape="row" count={3} />
  const { list, identity } = loans.data
  if (list.length === 0) return <NoLoans />
  return (
    <>
      <Identity {...identity} isSimulated={list.some((one) => one.decidesAt !== null)} />
      <ul aria-label={t('list')} className="grid gap-3 pt-4">
        {list.map((loan) => (
          <li key={loan.id}>
            <LoanCard loan={loan} />
          </li>
        ))}
      </ul>
      {!list.some(isOpen) && (
        <Button tone="quiet" wide className="mt-5" onClick={() => go(hrefTo.loan())}>
          {t('apply')}
        </Button>
      )}
    </>
  )
}

function NoLoans() {
  const { t } = useTranslation('loanList')
  return (
    <Empty
      title={t('empty')}
      detail={t('emptyDetail')}
      icon="loan"
      action={
        <Button size="medium" onClick={() => go(hrefTo.loan())}>
          {t('apply')}
        </Button>
      }
    />
  )
}

/** A message tells the page of a decision; polling covers a lost message. */
export function askAgainMs(last: Reply<'loanApplyList'> | undefined): number | false {
  const isDue = last?.list.some(
    ({ state, decidesAt }) => state === 0 && (decidesAt ?? Infinity) <= serverNow(),
  )
  return isDue === true && DECIDING_MS
}
