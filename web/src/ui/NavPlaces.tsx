import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { PlainLink } from './PlainLink.tsx'

export interface NavPlace {
  href: string
  label: string
}

interface NavPlacesProps<P extends NavPlace> {
  places: readonly P[]
  /** The href of the place that is shown; null marks none. */
  current: string | null
  onGo: (href: string) => void
  /** What stands above a place's name. */
  mark: (place: P) => ReactNode
  className?: string
}

/** Places side by side, each a mark over its name. */
export function NavPlaces<P extends NavPlace>({ places, current, onGo, mark, className }: NavPlacesProps<P>) {
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
            {mark(place)}
            {place.label}
          </PlainLink>
        </li>
      ))}
    </ul>
  )
}
