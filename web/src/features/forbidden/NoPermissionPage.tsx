import { useTranslation } from 'react-i18next'
import { back, go } from '../../navigate.ts'
import { askToJoin } from '../../session/join.ts'
import { isSignedIn, useSession } from '../../session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { PageBar } from '../../ui/PageBar.tsx'

/** Explains that a place is closed to this account, and what can be done. */
export function NoPermissionPage() {
  const { t } = useTranslation(['pages', 'home'])
  const visitor = !isSignedIn(useSession())
  const action = visitor ? (
    <Button size="medium" onClick={askToJoin}>
      {t('home:join')}
    </Button>
  ) : (
    <Button size="medium" onClick={() => go('/')}>
      {t('notFound.home')}
    </Button>
  )
  const detail = visitor ? `${t('forbidden.detail')} ${t('forbidden.join')}` : t('forbidden.detail')
  return (
    <>
      <PageBar title={t('forbidden.heading')} onBack={() => back('/')} />
      <div className="px-5">
        <Empty icon="lock" title={t('forbidden.heading')} detail={detail} action={action} />
      </div>
    </>
  )
}
