import { Link, useParams } from 'wouter'
import { cx } from '@tickmark/ui/base/cx.ts'
import { Badge } from '@tickmark/ui/text/Badge.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { Failed } from '@tickmark/ui/state/Failed.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { Button } from '@tickmark/ui/form/Button.tsx'
import type { Reply } from '../../api/api.ts'
import { useNumberedPages } from '../../api/useNumberedPages.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Age } from '../../kit/Figures.tsx'
import { Screen } from '../../kit/Screen.tsx'
import { hrefTo } from '../../navigation/hrefs.ts'
import { Thread } from './Thread.tsx'

type Listed = Reply<'consoleInbox'>['list'][number]

/** The inbox beside the chosen conversation; on a narrow screen, one of them. */
export function SupportScreen() {
  const { t } = useTranslation('support')
  const { id } = useParams()
  const pages = useNumberedPages('consoleInbox', {})
  return (
    <Screen
      title={t('title')}
      {...(id !== undefined && { back: { href: hrefTo.support(), label: t('all') } })}
    >
      <div className="grid min-h-0 flex-1 gap-4 lg:grid-cols-[260px_minmax(0,1fr)]">
        <nav
          aria-label={t('threads')}
          className={cx('min-h-0 lg:overflow-y-auto', id !== undefined && 'max-lg:hidden')}
        >
          <Threads pages={pages} chosen={id} />
        </nav>
        {id === undefined ? (
          <div className="max-lg:hidden">
            <Empty title={t('choose')} detail={t('chooseDetail')} icon="chat" />
          </div>
        ) : (
          <Thread key={id} id={id} />
        )}
      </div>
    </Screen>
  )
}

interface ThreadsProps {
  pages: ReturnType<typeof useNumberedPages<'consoleInbox'>>
  chosen: string | undefined
}

function Threads({ pages, chosen }: ThreadsProps) {
  const { t } = useTranslation('support')
  const { list, state, problem, onMore } = pages
  if (list.length === 0 && state === 'loading') return <Skeleton shape="ledger" count={6} />
  if (list.length === 0 && state === 'failed')
    return <Failed title={t('failed')} detail={problem} onRetry={onMore} />
  if (list.length === 0) return <Empty title={t('none')} detail={t('noneDetail')} icon="chat" />
  return (
    <>
      <ul>
        {list.map((thread) => (
          <li key={thread.id} className="border-b border-rule">
            <ListedThread thread={thread} isChosen={thread.id === chosen} />
          </li>
        ))}
      </ul>
      {state !== 'end' && (
        <Button tone="plain" size="small" busy={state === 'loading'} onClick={onMore}>
          {t('more')}
        </Button>
      )}
    </>
  )
}

function ListedThread({ thread, isChosen }: { thread: Listed; isChosen: boolean }) {
  const { t } = useTranslation('support')
  return (
    <Link
      href={hrefTo.thread(thread.id)}
      aria-current={isChosen ? 'page' : undefined}
      className={cx('block rounded-2 px-3 py-2 -outline-offset-2! hover:bg-well', isChosen && 'bg-well')}
    >
      <span className="flex items-baseline gap-2">
        <span className="min-w-0 flex-1 truncate text-13 font-semibold">
          <bdi>{thread.about === '' ? t('subject.general') : thread.about}</bdi>
        </span>
        <span className="text-12 text-ink-2">
          <Age sinceMs={thread.waitingSince ?? thread.movedAt} />
        </span>
      </span>
      <span className="block truncate text-12 text-ink-2">
        <bdi>{thread.latest === '' ? t('picture') : thread.latest}</bdi>
      </span>
      <span className="flex flex-wrap items-center gap-2 pt-1 text-12 text-ink-2">
        <span className="flex-1">{t('member', { id: thread.memberId })}</span>
        {thread.waitingSince !== null && <Badge>{t('waits')}</Badge>}
        {thread.unread > 0 && (
          <Badge tone="brand" dot={false}>
            {t('unread', { number: thread.unread })}
          </Badge>
        )}
      </span>
    </Link>
  )
}
