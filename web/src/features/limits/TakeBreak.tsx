import { HOUR_MS } from '@tickmark/core/days'
import { BREAK_HOURS } from '@tickmark/core/limits/limitKinds'
import type { LimitState } from '@tickmark/wire/routes/limits'
import { useEffect, useRef } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useSearch } from 'wouter'
import { Pause } from './Pause.tsx'
import { runningUntil } from './running.ts'
import { useChange } from './useChange.ts'

/** A break from orders; must last at least an hour longer than one that is running. */
export function TakeBreak({ state }: { state: LimitState }) {
  const { t } = useTranslation('limits')
  const { busy, change } = useChange()
  const part = useRef<HTMLDivElement>(null)
  const isAsked = new URLSearchParams(useSearch()).has('break')

  useEffect(() => {
    // Scrolls after the page has scrolled to its top on arrival.
    if (isAsked) requestAnimationFrame(() => part.current?.scrollIntoView({ block: 'center' }))
  }, [isAsked])

  return (
    <div ref={part} className="empty:hidden">
      <Pause
        state={state}
        texts={{
          title: t('break.title'),
          note: t('break.note'),
          length: t('break.length'),
          action: t(runningUntil(state) ? 'break.longer' : 'break.action'),
          yes: t('break.yes'),
        }}
        lengths={BREAK_HOURS}
        nameOf={(hours) => t(`break.hours.${hours}`)}
        questionOf={(hours) => t('break.question', { length: t(`break.hours.${hours}`) })}
        endOf={(atMs, hours) => atMs + hours * HOUR_MS}
        shortestGainMs={HOUR_MS}
        busy={busy}
        call={(hours) => change('takeBreak', { hours })}
      />
    </div>
  )
}
