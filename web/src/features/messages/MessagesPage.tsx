import { useTranslation } from '../../i18n/useTranslation.ts'
import { useSearch } from 'wouter'
import { useCall } from '../../api/api.ts'
import { useAction } from '../../api/useAction.ts'
import { RequireAccount } from '../../components/RequireAccount.tsx'
import { hrefTo } from '../../navigation/hrefs.ts'
import { back, go } from '../../navigation/navigate.ts'
import { isSignedIn, useSession } from '../../session/session.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { IconButton } from '@tickmark/ui/form/IconButton.tsx'
import { InfiniteList } from '@tickmark/ui/list/InfiniteList.tsx'
import { PageBar } from '@tickmark/ui/page/PageBar.tsx'
import { MessageRow } from './MessageRow.tsx'
import { MessageSettings } from './MessageSettings.tsx'
import { useMessages } from './useMessages.ts'
import { useReadWhenSeen } from './useReadWhenSeen.ts'

/** The user's messages, newest first, and their settings. */
export function MessagesPage() {
  const { t } = useTranslation('messages')
  const session = useSession()
  const asked = new URLSearchParams(useSearch()).has('notices')
  const setAsked = (open: boolean) => go(hrefTo.messages(open ? 'settings' : undefined), { replace: true })
  return (
    <>
      <PageBar
        title={t('pages:title.notification')}
        onBack={() => back()}
        trailing={
          isSignedIn(session) && (
            <IconButton
              icon="sliders"
              label={t('notices.title')}
              aria-haspopup="dialog"
              onClick={() => setAsked(true)}
            />
          )
        }
      />
      <div className="px-5 pb-8 md:px-7">
        <RequireAccount title={t('joinTitle')} detail={t('joinDetail')}>
          <MessageList key={session.address} />
        </RequireAccount>
      </div>
      <MessageSettings open={asked && isSignedIn(session)} onClose={() => setAsked(false)} />
    </>
  )
}

function MessageList() {
  const { t } = useTranslation('messages')
  const { read, ...pages } = useMessages()
  const readLater = useReadWhenSeen(read)
  return (
    <>
      <ReadAll hasUnread={pages.items.some((one) => !one.isRead)} onRead={() => read(null)} />
      <InfiniteList
        label={t('pages:title.notification')}
        {...pages}
        keyOf={(one) => one.id}
        failed={t('failed')}
        empty={<Empty icon="bell" title={t('emptyTitle')} detail={t('emptyDetail')} />}
      >
        {(one) => (
          <MessageRow message={one} onSeen={() => readLater(one.id)} onOpen={() => void read([one.id])} />
        )}
      </InfiniteList>
    </>
  )
}

/** The number of unread messages, and a button that marks all as read. */
function ReadAll({ hasUnread, onRead }: { hasUnread: boolean; onRead: () => Promise<void> }) {
  const { t } = useTranslation('messages')
  const { busy, run } = useAction()
  const unread = useCall('getUnread', {}).data?.unread ?? 0
  if (unread === 0 && !hasUnread) return null

  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-b border-rule">
      <p role="status" className="text-13 text-ink-2">
        {unread > 0 && t('unreadCount', { unread })}
      </p>
      <Button tone="plain" size="small" busy={busy} onClick={() => void run(onRead)} className="-me-3">
        {t('readAll')}
      </Button>
    </div>
  )
}
