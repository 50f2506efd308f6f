import type { Amount } from '@tickmark/core/money/money'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { levelText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../format/useFormat.ts'
import { ltr } from '../../format/ltr.ts'

type Side = 'above' | 'below'

/** The first price of the coin that fires: the level rounded up to the coin's decimals for a rise, cut for a fall. */
export function useLevelPrice(): (pid: number, level: Amount, side: Side) => string {
  const format = useFormat()
  return (pid, level, side) => ltr(levelText(format, pid, level, side === 'above' ? 'down' : 'up'))
}

/** The price at which an alert fires: "Rises to 68,000.00". */
export function useLevelText(): (pid: number, level: Amount, side: Side) => string {
  const { t } = useTranslation('alerts')
  const levelPrice = useLevelPrice()
  return (pid, level, side) => t(`level.${side}`, { price: levelPrice(pid, level, side) })
}
