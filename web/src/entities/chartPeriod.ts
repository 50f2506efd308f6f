import { PERIODS, type Period } from '@tickmark/wire/live/socket'
import { useSearch } from 'wouter'

export const DEFAULT_PERIOD: Period = '15min'

/** The chart's period, as the address has it: every part of a page that shows the coin's price shares one subscription. */
export function useChartPeriod(): Period {
  const asked = new URLSearchParams(useSearch()).get('period')
  return PERIODS.find((one) => one === asked) ?? DEFAULT_PERIOD
}
