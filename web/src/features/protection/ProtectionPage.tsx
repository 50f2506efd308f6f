import { useTranslation } from '../../i18n/useTranslation.ts'
import { useCall } from '../../api/api.ts'
import { RequireAccount } from '../../components/RequireAccount.tsx'
import { hrefTo } from '../../navigation/hrefs.ts'
import { back } from '../../navigation/navigate.ts'
import { FailedCall } from '../../components/FailedCall.tsx'
import { PageBar } from '@tickmark/ui/page/PageBar.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { AddressBook } from './AddressBook.tsx'
import { Authenticator } from './Authenticator.tsx'

/** Settings that keep others from withdrawing the user's money. */
export function ProtectionPage() {
  const { t } = useTranslation('wallet')
  return (
    <>
      <PageBar title={t('pages:title.protection')} onBack={() => back(hrefTo.settings())} />
      <div className="px-5 pt-2 pb-10">
        <RequireAccount title={t('joinTitle')} detail={t('joinDetail')}>
          <Protection />
        </RequireAccount>
      </div>
    </>
  )
}

function Protection() {
  const { t } = useTranslation('wallet')
  const state = useCall('getProtection', {})
  if (state.isError && !state.data) return <FailedCall title={t('protection.failed')} call={state} />
  if (!state.data) return <Skeleton shape="text" count={3} />
  return (
    <div className="grid gap-9">
      <p className="text-13 text-ink-2">{t('protection.note')}</p>
      <Authenticator
        isOn={state.data.authenticator}
        until={state.data.authenticatorUntil}
        codesLeft={state.data.recoveryCodesLeft}
      />
      <AddressBook state={state.data} />
    </div>
  )
}
