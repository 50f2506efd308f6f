import { serverNow } from '@tickmark/client/serverClock.ts'
import { useSecondsLeft } from '@tickmark/ui/text/useSecondsLeft.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'

/** The time of the simulated reviewer's decision, in words. `atMs` in ms since 1970. */
export function Decision({ atMs }: { atMs: number }) {
  const { t } = useTranslation('loanList')
  const left = useSecondsLeft(atMs, serverNow)
  return <p role="timer">{left > 0 ? t('decidesIn', { count: left }) : t('deciding')}</p>
}
