import { cx } from './cx.ts'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import { PlainLink } from './PlainLink.tsx'

export interface ActionTileProps {
  icon: IconName
  label: string
  href: string
  onGo: (href: string) => void
  /** The first of a row. */
  primary?: boolean
}

/** A square with a word beneath: Receive, Send, Swap, Invite. Put four in a grid. */
export function ActionTile({ icon, label, href, onGo, primary = false }: ActionTileProps) {
  return (
    <PlainLink
      href={href}
      onGo={onGo}
      className="flex flex-col items-center gap-[7px] rounded-3 text-center text-12 text-ink-2"
    >
      <span
        className={cx(
          'grid size-[52px] place-items-center rounded-3 border',
          primary ? 'border-transparent bg-brand text-on-brand' : 'border-rule bg-sheet text-ink',
        )}
      >
        <Icon name={icon} />
      </span>
      {label}
    </PlainLink>
  )
}
