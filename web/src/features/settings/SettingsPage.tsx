import { useTranslation } from '../../i18n/useTranslation.ts'
import { useConfig } from '../../api/publicConfig.ts'
import { LogWatched } from '../../components/LogWatched.tsx'
import { hrefTo } from '../../navigation/hrefs.ts'
import { back, go } from '../../navigation/navigate.ts'
import { askToJoin } from '../../session/joinSheet.ts'
import { isSignedIn, useSession } from '../../session/session.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { ListRow } from '@tickmark/ui/list/ListRow.tsx'
import { PageBar } from '@tickmark/ui/page/PageBar.tsx'
import { AccountActions } from './AccountActions.tsx'
import { Look } from './Look.tsx'
import { PracticeKey } from './PracticeKey.tsx'
import { ResetSimulated } from './ResetSimulated.tsx'
import { SessionList } from './SessionList.tsx'
import { SignOut } from './SignOut.tsx'
import { Witnesses } from './Witnesses.tsx'

/** Settings for appearance and account access. */
export function SettingsPage() {
  const { t } = useTranslation('settings')
  const session = useSession()
  const config = useConfig()
  return (
    <>
      <PageBar title={t('pages:title.settings')} onBack={() => back()} />
      <div className="grid gap-8 px-5 pt-2 pb-10">
        <Look />
        <div className="border-t border-rule">
          <ListRow title={t('language')} href={hrefTo.language()} onGo={go} chevron />
          {isSignedIn(session) && <OwnRows hasWallet={config?.flags.wallet === true} />}
          <ListRow title={t('pages:title.houseRecord')} href={hrefTo.houseRecord()} onGo={go} chevron />
        </div>
        {isSignedIn(session) ? (
          <>
            <SessionList />
            <AccountActions />
            <ResetSimulated />
            {session.server?.practice && <PracticeKey />}
            <SignOut />
          </>
        ) : (
          <Empty
            icon="user"
            title={t('joinFirst.title')}
            detail={t('joinFirst.detail')}
            action={
              <Button size="medium" onClick={askToJoin}>
                {t('home:join')}
              </Button>
            }
          />
        )}
        <LogWatched />
        <Witnesses />
        {config && (
          <p className="text-center text-12 text-ink-3">{t('version', { version: config.version })}</p>
        )}
      </div>
    </>
  )
}

/** The pages of settings that belong to an account. */
function OwnRows({ hasWallet }: { hasWallet: boolean }) {
  const { t } = useTranslation('settings')
  return (
    <>
      <ListRow title={t('notices')} href={hrefTo.messages('settings')} onGo={go} chevron />
      <ListRow title={t('pages:title.alerts')} href={hrefTo.alerts()} onGo={go} chevron />
      <ListRow title={t('limits')} sub={t('limitsNote')} href={hrefTo.limits()} onGo={go} chevron />
      {hasWallet && (
        <ListRow title={t('pages:title.protection')} href={hrefTo.protection()} onGo={go} chevron />
      )}
    </>
  )
}
