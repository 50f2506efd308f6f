import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from 'wouter'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'

/** As high as its content; with a list, as high as the window, so that only the list scrolls. */
const FRAME =
  'flex flex-[1_0_auto] flex-col gap-3 px-4 pt-3 pb-4 has-[[role=grid]]:min-h-0 has-[[role=grid]]:flex-[1_1_0%] md:px-6 md:pt-4'

/** Whether a screen was shown before: on the first one, the focus stays where the browser puts it. */
let hasShown = false

export interface ScreenProps {
  title: string
  /** The list that this screen was opened from. */
  back?: { href: string; label: string }
  /** Beside the title: a Badge. */
  beside?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** The frame of a screen: its only first-level heading, its actions, and its content below. */
export function Screen(props: ScreenProps) {
  const { t } = useTranslation('shell')
  const { title, back, beside, actions, children } = props
  useEffect(() => {
    document.title = t('titleOf', { title })
  }, [t, title])
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // After a change of screen, the focus moves to the heading, where a screen reader starts.
    if (hasShown) heading.current?.focus()
    hasShown = true
  }, [])
  return (
    <div className={FRAME}>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 max-md:basis-full">
          {back && (
            <Link
              href={back.href}
              className="inline-flex min-h-6 items-center gap-1 text-12 text-ink-2 hover:text-ink max-md:min-h-11"
            >
              <Icon name="back" size={14} />
              {back.label}
            </Link>
          )}
          <div className="flex flex-wrap items-center gap-3">
            <h1
              ref={heading}
              tabIndex={-1}
              className="min-w-0 text-19 font-semibold break-words outline-none"
            >
              {title}
            </h1>
            {beside}
          </div>
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  )
}
