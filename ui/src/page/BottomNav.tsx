import { Icon } from '../base/Icon.tsx'
import type { IconName } from '../base/icons.ts'
import { Logo } from '../base/Logo.tsx'
import { NavPlaces } from './NavPlaces.tsx'
import { useUiTexts } from '../base/uiTexts.tsx'

export interface NavItem {
  href: string
  label: string
  icon: IconName
}

export interface BottomNavProps {
  items: readonly NavItem[]
  /** The href of the current screen's item; null for none. */
  current: string | null
  onGo: (href: string) => void
}

/** The app's main navigation: at the bottom on a phone, a rail at the side from 768 px. */
export function BottomNav({ items, current, onGo }: BottomNavProps) {
  const words = useUiTexts()
  return (
    <nav
      aria-label={words.mainNavigation}
      className="fixed inset-x-0 bottom-0 z-20 border-t border-rule bg-ground pb-[env(safe-area-inset-bottom)] md:end-auto md:top-0 md:w-(--rail) md:border-e md:border-t-0 md:pt-[22px]"
    >
      <div className="hidden justify-center pb-6 md:flex">
        <Logo />
      </div>
      <NavPlaces
        places={items.map(({ href, label, icon }) => ({ href, label, mark: <Icon name={icon} size={23} /> }))}
        current={current}
        onGo={onGo}
        className="md:flex-col md:gap-2 md:px-1.5"
      />
    </nav>
  )
}
