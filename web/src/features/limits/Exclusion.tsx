import { HOUR_MS, monthsLater } from '@tickmark/core/days'
import { EXCLUSION_MONTHS } from '@tickmark/core/limits/limitKinds'
import type { LimitState } from '@tickmark/wire/routes/limits'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Pause } from './Pause.tsx'
import { useChange } from './useChange.ts'

/** Self-exclusion; must last at least a day longer than one that is running. */
export function Exclusion({ state }: { state: LimitState }) {
  const { t } = useTranslation('limits')
  const { busy, change } = useChange()
  return (
    <Pause
      state={state}
      texts={{
        title: t('exclusion.title'),
        note: t('exclusion.note'),
        length: t('exclusion.length'),
        action: t('exclusion.action'),
        yes: t('exclusion.yes'),
        more: t('exclusion.money'),
      }}
      lengths={EXCLUSION_MONTHS}
      nameOf={(months) => t(`exclusion.months.${months}`)}
      questionOf={(months) => t('exclusion.question', { length: t(`exclusion.months.${months}`) })}
      endOf={monthsLater}
      shortestGainMs={24 * HOUR_MS}
      busy={busy}
      call={(months) => change('exclude', { months })}
      isGrave
    />
  )
}
