import type { ReactNode } from 'react'
import { Icon } from '../base/Icon.tsx'

/** Stands beside a stale figure and shows since when it is stale. */
export function StaleNote({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1 text-12 font-medium text-caution">
      <Icon name="clock" size={14} />
      {children}
    </span>
  )
}
