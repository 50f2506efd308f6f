import { cx } from './cx.ts'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import { Logo } from './Logo.tsx'
import { PlainLink } from './PlainLink.tsx'
import { useWords } from './words.tsx'

export interface NavItem {
  href: string
  label: string
  icon: IconName
}

export interface BottomNavProps {
  items: readonly NavItem[]
  /** The href of the item whose screen is shown; null marks none. */
  current: string | null
  onGo: (href: string) => void
}

/** The main places of the app: along the bottom on a phone, a rail at the side from 768 px. */
export function BottomNav({ items, current, onGo }: BottomNavProps) {
  const words = useWords()
  return (
    <nav
      aria-label={words.mainNavigation}
      className="fixed inset-x-0 bottom-0 z-20 border-t border-rule bg-ground pb-[env(safe-area-inset-bottom)] md:end-auto md:top-0 md:w-19 md:border-e md:border-t-0 md:pt-[22px]"
    >
      <div className="hidden justify-center pb-6 md:flex">
        <Logo />
      </div>
      <ul className="flex px-[clamp(0px,calc(30px-1rem),14px)] md:flex-col md:gap-2 md:px-1.5">
        {items.map((item) => (
          <li key={item.href} className="min-w-0 flex-1">
            <PlainLink
              href={item.href}
              onGo={onGo}
              aria-current={item.href === current ? 'page' : undefined}
              className={cx(
                'flex min-h-[60px] flex-col items-center justify-center gap-1 rounded-2 text-center text-11 wrap-anywhere -outline-offset-2!',
                item.href === current ? 'font-medium text-brand' : 'text-ink-3',
              )}
            >
              <Icon name={item.icon} size={23} />
              {item.label}
            </PlainLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
