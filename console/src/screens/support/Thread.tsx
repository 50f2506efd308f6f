import { useEffect, useRef, type RefObject } from 'react'
import { Link } from 'wouter'
import { CallFailed } from '@tickmark/client/callFailed.ts'
import { useVisible } from '@tickmark/client/useVisible.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { call, refresh, type Reply } from '../../api/api.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Answered } from '../../kit/Answered.tsx'
import { Time } from '../../kit/Figures.tsx'
import { Facts, Panel } from '../../kit/Panel.tsx'
import { hrefTo } from '../../navigation/hrefs.ts'
import { Composer } from './Composer.tsx'
import { Message } from './Message.tsx'
import { useThread } from './useThread.ts'

type Shown = Reply<'consoleThread'>

/** A conversation: its messages, the field for an answer, and its subject beside them. */
export function Thread({ id }: { id: string }) {
  const { newest, older, hasMore, askOlder } = useThread(id)
  return (
    <Answered of={newest} shape="text">
      {(data) => (
        <div className="grid min-h-0 content-start items-start gap-4 min-[1200px]:grid-cols-[minmax(0,1fr)_260px]">
          <Conversation data={data} older={older} hasMore={hasMore} onOlder={() => void askOlder()} />
          <Subject thread={data.thread} />
        </div>
      )}
    </Answered>
  )
}

interface ConversationProps {
  data: Shown
  older: Shown['list']
  hasMore: boolean
  onOlder: () => void
}

function Conversation({ data, older, hasMore, onOlder }: ConversationProps) {
  const { t } = useTranslation('support')
  const { thread, typing } = data
  const list = [...older, ...data.list]
  const end = useRef<HTMLDivElement>(null)
  const newest = list.at(-1)?.id
  useScrollTo(end, `${newest} ${typing}`)
  useMarkRead(data)
  return (
    <section
      aria-label={t('conversation')}
      className="flex min-h-0 flex-col rounded-3 border border-rule bg-sheet"
    >
      <div
        role="log"
        aria-label={t('said')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is scrolled by the keyboard, too
        tabIndex={0}
        className="max-h-[56dvh] min-h-[220px] overflow-y-auto px-4 py-3 -outline-offset-2!"
      >
        {hasMore && (
          <Button tone="plain" size="small" onClick={onOlder}>
            {t('older')}
          </Button>
        )}
        {list.map((message) => (
          <Message key={message.id} message={message} />
        ))}
        {typing && <p className="pt-2 text-12 text-ink-2">{t('typing')}</p>}
        <div ref={end} />
      </div>
      <Composer threadId={thread.id} onSent={() => refresh('consoleThread', 'consoleInbox')} />
    </section>
  )
}

/** Scrolls to the end whenever the last row changes. */
function useScrollTo(end: RefObject<HTMLElement | null>, what: string): void {
  const shown = useRef('')
  useEffect(() => {
    if (shown.current === what) return
    shown.current = what
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [end, what])
}

/** Marks messages as read while the window shows them; those that came meanwhile once it is visible again. */
function useMarkRead({ thread, list }: Shown): void {
  const upTo = readUpTo(list, useVisible())
  useEffect(() => {
    if (upTo === null) return
    void call('consoleReadChat', { threadId: thread.id, upTo }, { quiet: true }).catch((failure: unknown) => {
      if (!(failure instanceof CallFailed)) throw failure
    })
  }, [thread.id, upTo])
}

/** The user's message up to which the operator has read a conversation only now; null when nothing is new to him. */
export function readUpTo(list: Shown['list'], isVisible: boolean): string | null {
  const newest = list.findLast((one) => one.from === 'user')
  return isVisible && newest && newest.delivery !== 'read' ? newest.id : null
}

/** The conversation's subject with its receipt, which the user sees too. */
function Subject({ thread }: { thread: Shown['thread'] }) {
  const { t } = useTranslation('support')
  return (
    <Panel title={t('about')}>
      <p className="pb-2 text-13 font-medium">
        {t(`subject.${thread.subject}`)}
        {thread.about !== '' && (
          <>
            {' · '}
            <bdi>{thread.about}</bdi>
          </>
        )}
      </p>
      <Facts
        list={[
          ...thread.receipt.map(({ name, text }) => ({ name, value: <bdi>{text}</bdi> })),
          { name: t('opened'), value: <Time atMs={thread.openedAt} /> },
        ]}
      />
      {thread.subject === 'order' && thread.subjectId !== null && (
        <a
          href={`/receipt/${thread.subjectId}`}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-11 items-center text-13 font-semibold text-brand"
        >
          {t('receipt')}
        </a>
      )}
      {thread.subject === 'withdrawal' && thread.subjectId !== null && (
        <Link
          href={hrefTo.withdrawal(thread.subjectId)}
          className="inline-flex min-h-11 items-center text-13 font-semibold text-brand"
        >
          {t('toWithdrawal')}
        </Link>
      )}
    </Panel>
  )
}
