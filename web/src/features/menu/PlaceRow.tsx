import { go } from '../../navigation/navigate.ts'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import type { IconName } from '@tickmark/ui/base/icons.ts'
import { ListRow } from '@tickmark/ui/list/ListRow.tsx'

interface PlaceRowProps {
  icon: IconName
  title: string
  href: string
  /** Closes the menu around the row. */
  onClose: () => void
}

/** A menu row: closes the menu and navigates. */
export function PlaceRow({ icon, title, href, onClose }: PlaceRowProps) {
  return (
    <ListRow
      leading={<Icon name={icon} className="text-ink-2" />}
      title={title}
      href={href}
      onGo={(to) => {
        onClose()
        go(to)
      }}
      chevron
    />
  )
}
