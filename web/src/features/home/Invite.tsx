import { useTranslation } from '../../i18n/useTranslation.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { useCall } from '../../api/api.ts'
import { sayCopied } from '../../components/sayCopied.ts'
import { askToJoin } from '../../session/joinSheet.ts'
import { isSignedIn, useSession } from '../../session/session.ts'
import { goToShare, useShowShare } from '../../components/shareLink.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { CopyRow } from '@tickmark/ui/list/CopyRow.tsx'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { PlainLink } from '@tickmark/ui/base/PlainLink.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { useUiTexts } from '@tickmark/ui/base/uiTexts.tsx'

/** The invitation: what it is and is not, the user's code, and a link to the share page. */
export function Invite() {
  const { t } = useTranslation('news')
  const session = useSession()
  const showsShare = useShowShare()
  return (
    <section aria-label={t('invite.title')} className="rounded-3 border border-rule bg-sheet p-4">
      <div className="flex items-start gap-3.5">
        <span className="grid size-11 flex-none place-items-center rounded-full bg-brand-wash text-brand">
          <Icon name="gift" />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="text-15 font-semibold">{t('invite.title')}</h2>
          <p className="mt-0.5 text-13 text-ink-2">{t('invite.detail')}</p>
        </div>
      </div>
      <div className="mt-3">
        {session.server === undefined && <Skeleton shape="text" />}
        {session.server !== undefined && !isSignedIn(session) && (
          <Button tone="quiet" size="small" onClick={askToJoin}>
            {t('invite.join')}
          </Button>
        )}
        {isSignedIn(session) && <Code />}
      </div>
      {showsShare && (
        <PlainLink
          href={hrefTo.share()}
          onGo={() => void goToShare()}
          className="mt-1 -mb-2 inline-flex min-h-11 items-center gap-1 text-13 font-medium text-brand"
        >
          {t('invite.page')}
          <Icon name="chevron" size={16} />
        </PlainLink>
      )}
    </section>
  )
}

function Code() {
  const { t } = useTranslation('news')
  const words = useUiTexts()
  const own = useCall('modify_user', {})
  if (own.data) {
    return (
      <>
        <p className="pb-1 text-12 text-ink-3">{t('invite.code')}</p>
        <CopyRow value={own.data.myCode} onCopied={sayCopied} />
      </>
    )
  }
  if (!own.isError) return <Skeleton shape="text" />
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 text-13 text-ink-2">
      {t('invite.failed')}
      <Button
        tone="quiet"
        size="small"
        icon="refresh"
        busy={own.isFetching}
        onClick={() => void own.refetch()}
      >
        {words.retry}
      </Button>
    </div>
  )
}
