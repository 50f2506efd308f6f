import type { ReactNode } from 'react'
import { cx } from '../base/cx.ts'
import { Icon } from '../base/Icon.tsx'

/** Something to know before going on, on the caution colour. */
export function Caution({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <p
      className={cx(
        'flex flex-none items-start gap-2.5 rounded-2 bg-caution-wash px-3.5 py-2.5 text-13',
        className,
      )}
    >
      <Icon name="shield" size={20} className="text-caution" />
      {children}
    </p>
  )
}
