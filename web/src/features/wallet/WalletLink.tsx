import { Icon } from '@tickmark/ui/base/Icon.tsx'
import type { IconName } from '@tickmark/ui/base/icons.ts'
import { ListRow } from '@tickmark/ui/list/ListRow.tsx'
import type { ReactNode } from 'react'
import { go } from '../../navigation/navigate.ts'

interface WalletLinkProps {
  icon: IconName
  title: string
  sub?: ReactNode
  href: string
}

/** A row of the wallet that leads to another screen. */
export function WalletLink({ icon, title, sub, href }: WalletLinkProps) {
  return (
    <ListRow
      leading={
        <span className="grid size-[38px] flex-none place-items-center">
          <Icon name={icon} className="text-ink-2" />
        </span>
      }
      title={title}
      sub={sub}
      href={href}
      onGo={go}
      chevron
    />
  )
}
