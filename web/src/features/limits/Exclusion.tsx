import { EXCLUSION_MONTHS, HOUR_MS, monthsLater } from '@tickmark/core/limits'
import type { LimitState } from '@tickmark/wire/routes/limits'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../clock.ts'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/Button.tsx'
import { Chips } from '../../ui/Chips.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Part } from './Part.tsx'
import { runningUntil } from './running.ts'
import { useChange } from './useChange.ts'

type Months = (typeof EXCLUSION_MONTHS)[number]

/** Self-exclusion, by a day at least longer than what runs already, after a question that names its end. */
export function Exclusion({ state }: { state: LimitState }) {
  const { t } = useTranslation('limits')
  const format = useFormat()
  const { busy, change } = useChange()
  const [chosen, setChosen] = useState<Months | null>(null)
  const [askedAtMs, setAskedAtMs] = useState<number | null>(null)
  const running = runningUntil(state)?.untilMs ?? 0
  const longer = EXCLUSION_MONTHS.filter((one) => monthsLater(serverNow(), one) - 24 * HOUR_MS > running)
  const months = longer.find((one) => one === chosen) ?? longer[0]
  if (months === undefined) return null
  const until = monthsLater(askedAtMs ?? serverNow(), months)

  async function yes(given: Months) {
    await change('exclude', { months: given })
    setAskedAtMs(null)
  }

  return (
    <Part title={t('exclusion.title')} note={t('exclusion.note')}>
      <div className="grid gap-3 pt-2">
        <Chips
          label={t('exclusion.length')}
          value={months}
          onChange={setChosen}
          choices={longer.map((value) => ({ value, label: t(`exclusion.months.${value}`) }))}
        />
        <Button tone="quiet" size="medium" aria-haspopup="dialog" onClick={() => setAskedAtMs(serverNow())}>
          {t('exclusion.action')}
        </Button>
      </div>
      <ConfirmDialog
        open={askedAtMs !== null}
        title={t('exclusion.question', { length: t(`exclusion.months.${months}`) })}
        yesLabel={t('exclusion.yes')}
        noLabel={t('no')}
        tone="wrong"
        busy={busy}
        onYes={() => void yes(months)}
        onNo={() => setAskedAtMs(null)}
      >
        <p>{t('ends', { until: format.dateTime(until) })}</p>
        <p className="pt-2">{t('nobody')}</p>
        <p className="pt-2">{t('exclusion.money')}</p>
      </ConfirmDialog>
    </Part>
  )
}
