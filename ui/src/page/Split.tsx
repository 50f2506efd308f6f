import type { ReactNode } from 'react'
import { cx } from '../base/cx.ts'

export interface SplitProps {
  list: ReactNode
  /** Null when nothing is chosen: a phone then shows the list. */
  detail: ReactNode | null
}

/** List and detail: side by side from 768 px; on a phone one of the two. */
export function Split({ list, detail }: SplitProps) {
  return (
    <div className="md:grid md:grid-cols-[var(--pane)_minmax(0,1fr)]">
      <div
        className={cx(
          'md:sticky md:top-0 md:block md:h-[calc(100dvh-var(--strip))] md:overflow-y-auto md:overscroll-contain md:border-e md:border-rule',
          detail !== null && 'hidden',
        )}
      >
        {list}
      </div>
      <div className="min-w-0">{detail}</div>
    </div>
  )
}
