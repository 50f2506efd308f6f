import type { LimitState } from '@tickmark/wire/routes/limits'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormat } from '../../format/useFormat.ts'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { runningUntil } from './running.ts'

/** Shown at the top while orders are closed: until when, and that nobody can end it earlier. */
export function Closed({ state }: { state: LimitState }) {
  const { t } = useTranslation('limits')
  const format = useFormat()
  const running = runningUntil(state)
  if (!running) return null
  return (
    <div role="status" className="flex gap-3 rounded-3 bg-brand-wash px-4 py-3.5">
      <Icon name="lock" className="mt-0.5 text-brand" />
      <div>
        <p className="font-semibold">
          {t(`running.${running.kind}`, { until: format.dateTime(running.untilMs) })}
        </p>
        <p className="pt-0.5 text-13 text-ink-2">{t('running.detail')}</p>
      </div>
    </div>
  )
}
