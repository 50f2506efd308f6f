import { CallFailed } from '@tickmark/client/callFailed.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { PageBar } from '@tickmark/ui/page/PageBar.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { useLocation, useSearch } from 'wouter'
import { useCall } from '../../api/api.ts'
import { AskSupport } from '../../components/AskSupport.tsx'
import { FailedCall } from '../../components/FailedCall.tsx'
import { RequireAccount } from '../../components/RequireAccount.tsx'
import { SimulatedBadge } from '../../components/WalletFrame.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { back, go } from '../../navigation/navigate.ts'
import { useSession } from '../../session/session.ts'
import { hasSchedule } from './list/loanState.ts'
import { RealAccount } from './RealAccount.tsx'
import { SignedAgreement } from './schedule/SignedAgreement.tsx'
import { LoanHead } from './schedule/LoanHead.tsx'
import { LoanSums } from './schedule/LoanSums.tsx'
import { isId, loanIdOf } from './schedule/loanId.ts'
import { NextEvent } from './schedule/NextEvent.tsx'
import { Repay } from './schedule/Repay.tsx'
import { Schedule } from './schedule/Schedule.tsx'

/** Polling interval: an instalment's standing changes at midnight UTC, without an event. */
const AGAIN_MS = 60_000

/** A loan's schedule. The path or ?id= names the loan; by default the newest. */
export function LoanDetailPage() {
  const { t } = useTranslation('loanList')
  const { address } = useSession()
  const [path] = useLocation()
  const id = loanIdOf(path, useSearch())
  return (
    <>
      <PageBar
        title={t('pages:title.loanDetail')}
        onBack={() => back(hrefTo.loans())}
        trailing={<SimulatedBadge />}
      />
      <div className="px-5 pb-8 md:max-w-[720px] md:px-7">
        <RequireAccount title={t('joinTitle')} detail={t('joinDetail')}>
          <RealAccount>
            {id === null ? <Newest key={address} /> : <Loan key={`${address}.${id}`} id={id} />}
          </RealAccount>
        </RequireAccount>
      </div>
    </>
  )
}

function Newest() {
  const { t } = useTranslation('loanList')
  const loans = useCall('loanApplyList', {})
  if (loans.isError && !loans.data) return <FailedCall title={t('failed')} call={loans} />
  if (!loans.data) return <Loading />
  const newest = loans.data.list.find(hasSchedule)
  return newest ? <Loan id={newest.id} /> : <Unknown />
}

function Loan({ id }: { id: string }) {
  const { t } = useTranslation('loanList')
  const loan = useCall('loanOrderList', { applyId: id }, { enabled: isId(id), refetchInterval: AGAIN_MS })
  const isUnknown = loan.error instanceof CallFailed && loan.error.code === 'loan_unknown'
  if (!isId(id) || isUnknown) return <Unknown />
  if (loan.isError && !loan.data) return <FailedCall title={t('scheduleFailed')} call={loan} />
  if (!loan.data) return <Loading />
  return (
    <>
      <LoanHead loan={loan.data} />
      <NextEvent loan={loan.data} />
      <Repay loan={loan.data} />
      <Schedule loan={loan.data} />
      <LoanSums loan={loan.data} />
      <SignedAgreement id={id} />
      <AskSupport about={{ subject: 'loan', subjectId: id }} className="mt-4" />
    </>
  )
}

function Loading() {
  return (
    <>
      <Skeleton shape="figure" />
      <Skeleton shape="ledger" count={6} />
    </>
  )
}

/** Shown alike for another user's loan, an unapproved one, and one that never existed. */
function Unknown() {
  const { t } = useTranslation('loanList')
  return (
    <Empty
      title={t('unknown')}
      detail={t('unknownDetail')}
      icon="loan"
      action={
        <Button tone="quiet" size="medium" onClick={() => go(hrefTo.loans())}>
          {t('toLoans')}
        </Button>
      }
    />
  )
}
