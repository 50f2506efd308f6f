import type { Notice } from '@tickmark/wire/routes/content'
import { lazy, Suspense, useState } from 'react'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { markSeen } from './seenNotices.ts'

const SafeHtml = lazy(() =>
  import('../../../components/SafeHtml.tsx').then((module) => ({ default: module.SafeHtml })),
)

/** Notices as lines that unfold; an unfolded one counts as read. */
export function FoldedNotices({ notices }: { notices: readonly Notice[] }) {
  const [open, setOpen] = useState<number | null>(null)
  if (notices.length === 0) return null
  return (
    <ul className="mt-2 border-t border-rule pt-1">
      {notices.map(({ id, title, html }) => (
        <li key={id}>
          <button
            type="button"
            aria-expanded={open === id}
            onClick={() => {
              markSeen(id)
              setOpen(open === id ? null : id)
            }}
            className="flex min-h-11 w-full items-center gap-2 text-start text-13 text-ink-2"
          >
            <Icon name="info" size={17} />
            <span className="min-w-0 flex-1">{title}</span>
            <Icon name="chevronDown" size={17} />
          </button>
          {open === id && (
            <div className="pb-3 text-13">
              <Suspense fallback={<Skeleton shape="text" />}>
                <SafeHtml html={html} />
              </Suspense>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
