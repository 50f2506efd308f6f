import type { ReactNode } from 'react'
import { cx } from '../base/cx.ts'
import { PlainLink } from '../base/PlainLink.tsx'

interface NavPlace {
  href: string
  label: string
  /** The mark above the name. */
  mark: ReactNode
}

interface NavPlacesProps {
  places: readonly NavPlace[]
  /** The href of the current place; null for none. */
  current: string | null
  onGo: (href: string) => void
  className?: string
}

/** Links side by side, each with a mark above its name. */
export function NavPlaces({ places, current, onGo, className }: NavPlacesProps) {
  return (
    <ul className={cx('flex px-[clamp(0px,calc(30px-1rem),14px)]', className)}>
      {places.map((place) => (
        <li key={place.href} className="min-w-0 flex-1">
          <PlainLink
            href={place.href}
            onGo={onGo}
            aria-current={place.href === current ? 'page' : undefined}
            className={cx(
              'flex min-h-[60px] flex-col items-center justify-center gap-1 rounded-2 text-center text-11 wrap-anywhere -outline-offset-2!',
              place.href === current ? 'font-medium text-brand' : 'text-ink-3',
            )}
          >
            {place.mark}
            {place.label}
          </PlainLink>
        </li>
      ))}
    </ul>
  )
}
