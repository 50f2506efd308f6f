import type { ReactNode } from 'react'
import { cx } from '@tickmark/ui/base/cx.ts'
import { Hint, type HintKind } from './Hint.tsx'

interface TabBodyProps {
  children: ReactNode
  /** Beside the form in a wide window, below it in a narrow one. */
  aside: ReactNode
  /** Subject of the operators' text at the end. */
  hint: HintKind
  /** The main action: at the bottom of the screen on a phone, below the form on wider windows. */
  foot?: ReactNode
}

/** The body of a tab: form, main action, and side content. */
export function TabBody({ children, aside, hint, foot }: TabBodyProps) {
  return (
    <div
      className={cx(
        'grid gap-x-10 md:pb-8 lg:grid-cols-2',
        foot ? 'pb-[calc(94px+env(safe-area-inset-bottom))]' : 'pb-8',
      )}
    >
      <div className="min-w-0">
        {children}
        {foot && (
          <div className="fixed inset-x-0 bottom-(--strip) z-10 bg-ground px-5 pt-2.5 pb-[calc(20px+env(safe-area-inset-bottom))] md:static md:px-0 md:pt-4 md:pb-6">
            {foot}
          </div>
        )}
      </div>
      <div className="min-w-0">
        {aside}
        <Hint kind={hint} />
      </div>
    </div>
  )
}
