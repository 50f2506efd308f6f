import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '../form/Button.tsx'
import { Skeleton, type SkeletonShape } from '../state/Skeleton.tsx'
import { useUiTexts } from '../base/uiTexts.tsx'

export interface InfiniteListProps<T> {
  /** Accessible name of the list. */
  label: string
  items: readonly T[]
  keyOf: (item: T) => string | number
  children: (item: T) => ReactNode
  /** `more`: there is another page; `loading`: it is being fetched; `failed`: fetching failed; `end`: no more pages. */
  state: 'more' | 'loading' | 'failed' | 'end'
  onMore: () => void
  /** When the items were last fetched: from then on the end of the list, if it is still visible, asks again. */
  fetchedAtMs: number
  /** Error message for the next page. */
  failed: string
  problem?: string | undefined
  /** Shown at the end of an empty list: an <Empty>. */
  empty: ReactNode
  skeleton?: SkeletonShape
}

/** A list that asks for its next page shortly before its end is visible. */
export function InfiniteList<T>(props: InfiniteListProps<T>) {
  const { label, items, keyOf, children, state, onMore, fetchedAtMs, failed, problem, empty } = props
  const { skeleton = 'row' } = props
  const words = useUiTexts()
  if (state === 'end' && items.length === 0) return empty
  return (
    <>
      <ul aria-label={label} aria-busy={state === 'loading'}>
        {items.map((item) => (
          <li key={keyOf(item)}>{children(item)}</li>
        ))}
      </ul>
      {state === 'loading' && <Skeleton shape={skeleton} count={items.length === 0 ? 5 : 2} />}
      {state === 'failed' && (
        <div role="alert" className="grid justify-items-center gap-2 py-4 text-center text-13 text-ink-2">
          <p>
            {failed}. {problem}
          </p>
          <Button tone="quiet" size="small" icon="refresh" onClick={onMore}>
            {words.retry}
          </Button>
        </div>
      )}
      {state === 'end' && <p className="py-5 text-center text-12 text-ink-3">{words.noMore}</p>}
      {state === 'more' && <Sentinel key={`${items.length} ${fetchedAtMs}`} onSeen={onMore} />}
    </>
  )
}

function Sentinel({ onSeen }: { onSeen: () => void }) {
  const mark = useRef<HTMLDivElement>(null)
  const seen = useRef(onSeen)

  useEffect(() => {
    seen.current = onSeen
  })

  useEffect(() => {
    const node = mark.current
    if (!node) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && seen.current(),
      {
        rootMargin: '400px',
      },
    )
    observer.observe(node)
    return () => observer.disconnect()
  }, [])

  return <div ref={mark} className="h-px" />
}
