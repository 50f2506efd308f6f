import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { CleanHtml } from '@tickmark/ui/text/CleanHtml.tsx'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { useConsolePages } from '../../api/useConsolePages.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Time } from '../../kit/Figures.tsx'
import { Problem } from '../../kit/Problem.tsx'

/** The messages sent to a user, newest first; reading them here does not mark them as read. */
export function UserMessages({ userId }: { userId: number }) {
  const { t } = useTranslation('people')
  const { list, state, problem, onMore } = useConsolePages('consoleUserMessages', { userId })
  if (list.length === 0 && state === 'loading') return <Skeleton shape="ledger" count={6} />
  if (list.length === 0 && state === 'end') return <Empty title={t('noMessages')} />
  return (
    <div className="max-w-[720px]">
      <ul>
        {list.map((one) => (
          <li key={one.id} className="border-b border-rule py-3 text-13">
            <div className="flex flex-wrap justify-between gap-x-4">
              <span className="font-medium">{one.title}</span>
              <span className="text-ink-2">
                <Time atMs={one.date} /> · {t(one.isRead ? 'read' : 'unread')}
              </span>
            </div>
            <CleanHtml html={one.html} onGo={openPage} className="text-13!" />
          </li>
        ))}
      </ul>
      <Problem text={problem ?? null} />
      {(state === 'more' || state === 'failed') && (
        <Button tone="quiet" size="small" onClick={onMore} className="mt-3">
          {t('more')}
        </Button>
      )}
    </div>
  )
}

/** Links in a user's messages lead to the page, which is another application. */
function openPage(href: string): void {
  window.open(href, '_blank', 'noopener')
}
