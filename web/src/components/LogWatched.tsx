import { useFormat } from '../format/useFormat.ts'
import { ltr } from '../format/ltr.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { isContinued, useWatchState } from '../watch/watchState.ts'
import { Section } from './Section.tsx'

/** Since when this device has watched the public log, and whether the log was consistent. */
export function LogWatched() {
  const { t } = useTranslation('watch')
  const format = useFormat()
  const { alarm, sinceMs, size } = useWatchState()
  if (sinceMs === null) return null
  const facts = {
    since: format.dateTime(sinceMs),
    size: ltr(format.figure(String(size), { decimals: 0 })),
  }
  return (
    <Section title={t('title')}>
      <p className="text-13 text-ink-2">
        {isContinued(alarm) ? t('line', facts) : t('lineAlarm', facts)} {t('trust')}
      </p>
    </Section>
  )
}
