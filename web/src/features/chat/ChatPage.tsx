import { useEffect } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useSearch } from 'wouter'
import { back } from '../../navigation/navigate.ts'
import { askToJoin } from '../../session/joinSheet.ts'
import { isSignedIn, useSession } from '../../session/session.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { PageBar } from '@tickmark/ui/page/PageBar.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { useWide } from '../../browser/useWide.ts'
import { chatAddress } from './frame/chatAddress.ts'
import { Conversation } from './conversation/Conversation.tsx'
import { isFramed } from '../../browser/isFramed.ts'
import { OpenAbout } from './OpenAbout.tsx'
import { Safety } from './frame/Safety.tsx'
import { ThreadList } from './ThreadList.tsx'

/**
 * The support chat: the list of conversations and the open one. Fills its window, or runs in a frame inside another of
 * our pages.
 */
export function ChatPage() {
  const { t } = useTranslation('chat')
  const session = useSession()
  const framed = isFramed()
  if (isSignedIn(session) && session.address !== null) return <Conversations address={session.address} />
  return (
    <>
      {framed ? (
        <h1 className="sr-only">{t('pages:title.chat')}</h1>
      ) : (
        <PageBar title={t('pages:title.chat')} onBack={() => back()} />
      )}
      <div className="px-5 pt-2">
        {session.server === undefined ? (
          <Skeleton shape="text" count={2} />
        ) : (
          <>
            <Empty
              title={t('visitorTitle')}
              detail={framed ? t('visitorFramed') : t('visitorDetail')}
              icon="chat"
              action={
                !framed && (
                  <Button size="medium" onClick={askToJoin}>
                    {t('join')}
                  </Button>
                )
              }
            />
            <Safety />
          </>
        )}
      </div>
    </>
  )
}

function Conversations({ address }: { address: string }) {
  const { t } = useTranslation('chat')
  const place = chatAddress(useSearch())
  const wide = useWide()
  // Only parts of the page scroll: undo the shift that an on-screen keyboard causes.
  useEffect(() => {
    const down = () => scrollTo(0, 0)
    visualViewport?.addEventListener('resize', down)
    return () => visualViewport?.removeEventListener('resize', down)
  }, [])
  const open =
    place.kind === 'thread' ? (
      <Conversation key={place.threadId} threadId={place.threadId} address={address} />
    ) : place.kind === 'about' ? (
      <OpenAbout key={place.subjectId} about={place} />
    ) : null
  if (!wide) return open ?? <ThreadList current={null} />
  return (
    <div className="flex h-dvh">
      <div className="w-[320px] flex-none border-e border-rule">
        <ThreadList current={place.kind === 'thread' ? place.threadId : null} />
      </div>
      <div className="min-w-0 flex-1">
        {open ?? (
          <div className="mx-auto max-w-[480px] px-7 pt-[52px]">
            <Safety />
            <Empty title={t('chooseTitle')} detail={t('chooseDetail')} icon="chat" />
          </div>
        )}
      </div>
    </div>
  )
}
