import type { ThreadItem } from '@tickmark/wire/schemas/support'
import { useRef, useState } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { FailedCall } from '../../../components/FailedCall.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { CallFailed } from '@tickmark/client/callFailed.ts'
import { useWide } from '../../../browser/useWide.ts'
import { ChatBar } from '../frame/ChatBar.tsx'
import type { ChatLog, Older } from './chatLog.ts'
import { Composer, type ComposerHandle } from '../composer/Composer.tsx'
import { goInChat } from '../frame/goInChat.ts'
import { ReceiptCard } from './ReceiptCard.tsx'
import { Safety } from '../frame/Safety.tsx'
import { MessageList } from './MessageList.tsx'
import { useMarkRead } from './useMarkRead.ts'
import { useOutbox } from './useOutbox.ts'
import { useThread } from './useThread.ts'
import { useTyping } from '../composer/useTyping.ts'

/** One conversation: its subject, its messages, and the field for a new one. */
export function Conversation({ threadId, address }: { threadId: string; address: string }) {
  const { state, log, older, fetchOlder } = useThread(threadId)
  if (!log) {
    return (
      <div className="flex h-dvh flex-col">
        <Head thread={null} />
        <div className="px-5 pt-3">
          <NotThere state={state} />
        </div>
      </div>
    )
  }
  return (
    <Open
      key={threadId}
      log={log}
      address={address}
      older={log.hasMore ? older : 'none'}
      onOlder={() => void fetchOlder()}
    />
  )
}

interface OpenProps {
  log: ChatLog
  address: string
  older: Older
  onOlder: () => void
}

function Open({ log, address, older, onOlder }: OpenProps) {
  const { thread } = log
  const { outbox, attempts } = useOutbox(address)
  const typing = useTyping(thread.id)
  const [atEnd, setAtEnd] = useState(true)
  const composer = useRef<ComposerHandle>(null)
  useMarkRead(log, atEnd)
  const own = attempts.filter((one) => one.threadId === thread.id)

  function takeBack(key: string) {
    const words = outbox.takeBack(key)
    if (words) composer.current?.takeIn(words)
  }

  return (
    <div className="flex h-dvh flex-col">
      <Head thread={thread} />
      <div className="mx-auto w-full max-w-[720px] flex-none px-4 pt-2">
        <Safety />
        <ReceiptCard thread={thread} opened={log.list.length === 0} />
      </div>
      <MessageList
        list={log.list}
        attempts={own}
        older={older}
        onOlder={onOlder}
        typing={typing}
        onEnd={setAtEnd}
        onAgain={outbox.again}
        onTakeBack={takeBack}
      />
      <Composer
        threadId={thread.id}
        ref={composer}
        onSay={(words) => outbox.say({ ...words, threadId: thread.id })}
      />
    </div>
  )
}

/** The subject, and whether support is present. */
function Head({ thread }: { thread: ThreadItem | null }) {
  const { t } = useTranslation('chat')
  const wide = useWide()
  return (
    <ChatBar
      title={thread === null ? t('pages:title.chat') : thread.about === '' ? t('general') : thread.about}
      label={t('allThreads')}
      onBack={wide ? undefined : () => goInChat(null)}
    />
  )
}

type Asked = ReturnType<typeof useThread>['state']

/** The conversation is loading, belongs to another user, or failed to load. */
export function NotThere({ state }: { state: Pick<Asked, 'isError' | 'error' | 'isFetching' | 'refetch'> }) {
  const { t } = useTranslation('chat')
  if (!state.isError) return <Skeleton shape="text" count={4} />
  if (state.error instanceof CallFailed && state.error.code === 'thread_unknown') {
    return (
      <Empty
        title={state.error.message}
        icon="chat"
        action={
          <Button tone="quiet" size="medium" onClick={() => goInChat(null, true)}>
            {t('allThreads')}
          </Button>
        }
      />
    )
  }
  return <FailedCall title={t('threadFailed')} call={state} />
}
