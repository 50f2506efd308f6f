import { PageBar } from '@tickmark/ui/page/PageBar.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { useState } from 'react'
import { useCall, type Reply } from '../../api/api.ts'
import { FailedCall } from '../../components/FailedCall.tsx'
import { RequireAccount } from '../../components/RequireAccount.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { back } from '../../navigation/navigate.ts'
import { useSession } from '../../session/session.ts'
import { Blocked } from './apply/Blocked.tsx'
import { LoanApplication } from './apply/LoanApplication.tsx'

/** Application for an instalment loan: the form, or the reason why the user cannot apply. */
export function LoanPage() {
  const { t } = useTranslation('loans')
  const { address, book } = useSession()
  return (
    <>
      <PageBar title={t('pages:title.loan')} onBack={() => back(hrefTo.loans())} />
      <div className="px-5 pb-8 md:max-w-[560px]">
        <RequireAccount title={t('joinTitle')} detail={t('joinDetail')}>
          <Start key={`${address}.${book}`} />
        </RequireAccount>
      </div>
    </>
  )
}

function Start() {
  const { t } = useTranslation('loans')
  const asked = useCall('getLoanDraft', {})
  /** The draft that the form started with; later answers only update the reasons. */
  const [started, setStarted] = useState<Reply<'getLoanDraft'> | null>(null)
  // An answer cached by an earlier visit may lack text typed since.
  const isFresh = asked.isFetchedAfterMount || !asked.isFetching
  if (!started && asked.data && isFresh && !asked.data.blocked) setStarted(asked.data)
  if (started) return <LoanApplication start={started} now={asked.data ?? started} />
  if (asked.isError && !asked.data) return <FailedCall title={t('draftFailed')} call={asked} />
  if (!asked.data || !isFresh) {
    return (
      <div className="pt-4">
        <Skeleton shape="ledger" count={6} />
      </div>
    )
  }
  return asked.data.blocked && <Blocked blocked={asked.data.blocked} />
}
