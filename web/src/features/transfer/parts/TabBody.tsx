import type { ReactNode } from 'react'
import { cx } from '@tickmark/ui/base/cx.ts'
import { Hint, type HintKind } from './Hint.tsx'

interface TabBodyProps {
  children: ReactNode
  /** Beside the form in a wide window, beneath it in a narrow one. */
  aside: ReactNode
  /** What the operators' text at its end is about. */
  hint: HintKind
  /** The main action: at the foot of the screen on a phone, under the form where there is room. */
  foot?: ReactNode
}

/** A tab: its form, its main action, and what stands beside them. */
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
          <div className="fixed inset-x-0 bottom-0 z-10 bg-ground px-5 pt-2.5 pb-[calc(20px+env(safe-area-inset-bottom))] md:static md:px-0 md:pt-4 md:pb-6">
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
