import type { LimitKind } from '@tickmark/core/limits/limitKinds'
import { parseAmount } from '@tickmark/core/money/money'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { briefText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../format/useFormat.ts'
import { ltr } from '../../format/ltr.ts'

/** Whether a limit is in minutes; the others are in USDT. */
export function isOfTime(kind: LimitKind): boolean {
  return kind === 'minutesDay' || kind === 'minutesWeek'
}

/** Formats minutes: "2 h 5 min". */
export function useMinutesText(): (minutes: number) => string {
  const { t } = useTranslation('limits')
  return (all) => {
    const [hours, minutes] = [Math.floor(all / 60), all % 60]
    if (hours === 0) return t('time.minutes', { minutes })
    return minutes === 0 ? t('time.hours', { hours }) : t('time.both', { hours, minutes })
  }
}

/** Formats a limit's value or use with its unit; "No limit" for null. */
export function useValueText(): (kind: LimitKind, value: string) => string {
  const { t } = useTranslation('limits')
  const format = useFormat()
  const minutesText = useMinutesText()
  return (kind, value) => {
    if (value === '') return t('none')
    if (isOfTime(kind)) return minutesText(Number(value))
    return ltr(`${briefText(format, 'USDT', parseAmount(value) ?? 0n)} USDT`)
  }
}
