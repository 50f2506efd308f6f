import { BREAK_HOURS, HOUR_MS } from '@tickmark/core/limits'
import type { LimitState } from '@tickmark/wire/routes/limits'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearch } from 'wouter'
import { serverNow } from '../../clock.ts'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/Button.tsx'
import { Chips } from '../../ui/Chips.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Part } from './Part.tsx'
import { runningUntil } from './running.ts'
import { useChange } from './useChange.ts'

type Hours = (typeof BREAK_HOURS)[number]

/** A break from orders, by an hour at least longer than what runs already, after a question that names its end. */
export function TakeBreak({ state }: { state: LimitState }) {
  const { t } = useTranslation('limits')
  const format = useFormat()
  const { busy, change } = useChange()
  const [chosen, setChosen] = useState<Hours | null>(null)
  const [askedAtMs, setAskedAtMs] = useState<number | null>(null)
  const part = useRef<HTMLDivElement>(null)
  const isAsked = new URLSearchParams(useSearch()).has('break')
  const running = runningUntil(state)?.untilMs ?? 0
  const longer = BREAK_HOURS.filter((one) => serverNow() + (one - 1) * HOUR_MS > running)
  const hours = longer.find((one) => one === chosen) ?? longer[0]

  useEffect(() => {
    // After the page has gone to its top, as it does when it arrives.
    if (isAsked) requestAnimationFrame(() => part.current?.scrollIntoView({ block: 'center' }))
  }, [isAsked])

  if (hours === undefined) return null
  const until = (askedAtMs ?? serverNow()) + hours * HOUR_MS

  async function yes(given: Hours) {
    await change('takeBreak', { hours: given })
    setAskedAtMs(null)
  }

  return (
    <Part title={t('break.title')} note={t('break.note')}>
      <div ref={part} className="grid gap-3 pt-2">
        <Chips
          label={t('break.length')}
          value={hours}
          onChange={setChosen}
          choices={longer.map((value) => ({ value, label: t(`break.hours.${value}`) }))}
        />
        <Button tone="quiet" size="medium" aria-haspopup="dialog" onClick={() => setAskedAtMs(serverNow())}>
          {t(running > 0 ? 'break.longer' : 'break.action')}
        </Button>
      </div>
      <ConfirmDialog
        open={askedAtMs !== null}
        title={t('break.question', { length: t(`break.hours.${hours}`) })}
        yesLabel={t('break.yes')}
        noLabel={t('no')}
        busy={busy}
        onYes={() => void yes(hours)}
        onNo={() => setAskedAtMs(null)}
      >
        <p>{t('ends', { until: format.dateTime(until) })}</p>
        <p className="pt-2">{t('nobody')}</p>
      </ConfirmDialog>
    </Part>
  )
}
