import type { ThreadItem } from '@tickmark/wire/schemas/support'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { call, useCall } from '../../api/api.ts'
import { useAction } from '../../api/useAction.ts'
import { serverNow } from '@tickmark/client/serverClock.ts'
import { useConnected } from '../../live/marketFeed.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { back } from '../../navigation/navigate.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { cx } from '@tickmark/ui/base/cx.ts'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { FailedCall } from '../../components/FailedCall.tsx'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { PlainLink } from '@tickmark/ui/base/PlainLink.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { VisuallyHidden } from '@tickmark/ui/base/VisuallyHidden.tsx'
import { useUiTexts } from '@tickmark/ui/base/uiTexts.tsx'
import { useWide } from '../../browser/useWide.ts'
import { isFramed } from '../../browser/isFramed.ts'
import { ChatBar } from './frame/ChatBar.tsx'
import { goInChat } from './frame/goInChat.ts'
import { Safety } from './frame/Safety.tsx'
import { SUBJECT_ICONS } from './frame/subjectIcons.ts'
import { useChatTimes } from './frame/useChatTimes.ts'

/** Polling interval of the list while the socket is closed. */
const UNHEARD_MS = 15_000

/** The user's conversations, latest activity first, and a button for a new one. */
export function ThreadList({ current }: { current: string | null }) {
  const { t } = useTranslation('chat')
  const words = useUiTexts()
  const connected = useConnected()
  const wide = useWide()
  const framed = isFramed()
  const state = useCall('getThreads', {}, { refetchInterval: () => (connected ? false : UNHEARD_MS) })
  return (
    <div className="flex h-dvh flex-col">
      <ChatBar
        title={framed ? t('allThreads') : t('pages:title.chat')}
        label={words.back}
        onBack={framed ? undefined : () => back()}
      />
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-3">
        {!wide && <Safety />}
        <List state={state} current={current} />
      </div>
      <NewThread />
    </div>
  )
}

function List({
  state,
  current,
}: {
  state: ReturnType<typeof useCall<'getThreads'>>
  current: string | null
}) {
  const { t } = useTranslation('chat')
  if (!state.data && state.isError) return <FailedCall title={t('listFailed')} call={state} />
  if (!state.data) return <Skeleton shape="row" count={3} />
  const { list } = state.data
  if (list.length === 0) return <Empty title={t('noneTitle')} detail={t('noneDetail')} icon="chat" />
  return (
    <ul aria-label={t('allThreads')}>
      {list.map((one) => (
        <li key={one.id}>
          <ThreadRow thread={one} current={one.id === current} />
        </li>
      ))}
    </ul>
  )
}

function ThreadRow({ thread, current }: { thread: ThreadItem; current: boolean }) {
  const { t } = useTranslation('chat')
  const times = useChatTimes()
  const { about, latest, unread } = thread
  return (
    <PlainLink
      href={hrefTo.chat(thread.id)}
      onGo={() => goInChat(thread.id)}
      aria-current={current ? 'true' : undefined}
      className={cx(
        'flex min-h-[66px] items-center gap-3 border-b border-rule py-2 -outline-offset-2!',
        current && '-mx-5 bg-brand-wash px-5',
      )}
    >
      <span className="grid size-[38px] flex-none place-items-center rounded-full bg-well text-ink-2">
        <Icon name={SUBJECT_ICONS[thread.subject]} size={19} />
      </span>
      <span className="min-w-0 flex-1 leading-tight">
        <span className="flex flex-wrap items-baseline gap-x-3">
          <span className="min-w-min flex-1 font-medium">
            <bdi>{about === '' ? t('general') : about}</bdi>
          </span>
          <span className="flex-none text-12 text-ink-3">{times.short(thread.movedAt, serverNow())}</span>
        </span>
        <span className="flex items-center gap-3 pt-0.5">
          <span
            dir="auto"
            className={cx(
              'min-w-0 flex-1 wrap-anywhere text-start text-13',
              unread > 0 ? 'font-medium text-ink' : 'text-ink-3',
            )}
          >
            {latest === '' ? t('noWords') : inBrief(latest)}
          </span>
          {unread > 0 && (
            <span className="grid h-5 min-w-5 flex-none place-items-center rounded-full bg-brand px-1.5 text-11 font-semibold text-on-brand">
              <span aria-hidden="true">{unread}</span>
              <VisuallyHidden>{t('unread', { number: unread })}</VisuallyHidden>
            </span>
          )}
        </span>
      </span>
    </PlainLink>
  )
}

const MOST_SHOWN = 64

/** The beginning of a message, cut between words where possible. */
function inBrief(text: string): string {
  if (text.length <= MOST_SHOWN) return text
  return `${text.slice(0, MOST_SHOWN).replace(/\s+\S{0,16}$/u, '')} …`
}

/** Starts a conversation without a subject. */
function NewThread() {
  const { t } = useTranslation('chat')
  const { busy, run } = useAction()
  const begin = () => run(async () => goInChat((await call('openThread', {})).thread.id))
  return (
    <div className="flex-none px-5 pt-2.5 pb-[calc(16px+env(safe-area-inset-bottom))]">
      <Button wide icon="pen" busy={busy} onClick={() => void begin()}>
        {t('begin')}
      </Button>
    </div>
  )
}
