import type { ReactNode } from 'react'
import { Icon } from '../base/Icon.tsx'
import type { IconName } from '../base/icons.ts'

export interface EmptyProps {
  /** The heading: "No open orders". */
  title: ReactNode
  /** What the user can do: "An order you place waits here until it settles." */
  detail?: ReactNode
  icon?: IconName
  /** At most one Button. */
  action?: ReactNode
}

/** Stands in for an empty list. */
export function Empty({ title, detail, icon = 'list', action }: EmptyProps) {
  return (
    <div className="my-4 grid justify-items-center gap-1 rounded-3 border border-dashed border-rule px-5 py-7 text-center">
      <Icon name={icon} size={26} className="mb-1.5 text-ink-3" />
      <p className="font-semibold">{title}</p>
      {detail && <p className="max-w-[34ch] text-13 text-ink-2">{detail}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}
