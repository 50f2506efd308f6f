import { useTranslation } from '../../i18n/useTranslation.ts'
import { useCall } from '../../api/api.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { back, go } from '../../navigation/navigate.ts'
import { askToJoin } from '../../session/joinSheet.ts'
import { isSignedIn, useSession } from '../../session/session.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { PageBar } from '@tickmark/ui/page/PageBar.tsx'
import { WhatApplies } from './WhatApplies.tsx'

/**
 * Explains that something is closed to this account, which of the user's own limits apply, and what the user can do.
 */
export function NoPermissionPage() {
  const { t } = useTranslation('pages')
  const visitor = !isSignedIn(useSession())
  const limits = useCall('getLimits', {})
  const action = visitor ? (
    <Button size="medium" onClick={askToJoin}>
      {t('home:join')}
    </Button>
  ) : (
    <Button size="medium" onClick={() => go(hrefTo.limits())}>
      {t('limits:toLimits')}
    </Button>
  )
  const detail = visitor ? `${t('forbidden.detail')} ${t('forbidden.join')}` : t('forbidden.detail')
  return (
    <>
      <PageBar title={t('title.noPermission')} onBack={() => back()} />
      <div className="px-5 pb-8">
        <Empty icon="lock" title={t('title.noPermission')} detail={detail} action={action} />
        {!visitor && limits.data && <WhatApplies state={limits.data} />}
      </div>
    </>
  )
}
