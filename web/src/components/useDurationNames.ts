import { durationById } from '@tickmark/core/orders/durations'
import type { OrderItem } from '../entities/orderState.ts'
import { useTranslation } from '../i18n/useTranslation.ts'

/** Names of durations in the page's language: "1 min", "4 h", "1 d". */
export function useDurationNames() {
  const { t } = useTranslation('trade')

  function nameOf(seconds: number): string {
    const { unit, count } = durationParts(seconds)
    return t(`durations.${unit}`, { count })
  }

  /** An order's: the server's own word only for a duration that this page does not know. */
  function orderName({ timeId, timeName }: Pick<OrderItem, 'timeId' | 'timeName'>): string {
    const known = durationById(timeId)
    return known ? nameOf(known.seconds) : timeName
  }

  return { nameOf, orderName }
}

const UNITS = [
  { unit: 'day', size: 86_400 },
  { unit: 'hour', size: 3_600 },
] as const

/** A duration in the unit that names it: 3600 is 1 hour, 86400 is 1 day. */
export function durationParts(seconds: number): { unit: 'minute' | 'hour' | 'day'; count: number } {
  const { unit, size } = UNITS.find((one) => seconds % one.size === 0) ?? { unit: 'minute', size: 60 }
  return { unit, count: Math.floor(seconds / size) }
}
