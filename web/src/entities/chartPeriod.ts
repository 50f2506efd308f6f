import { FIRST_PERIOD, PERIODS, type Period } from '@tickmark/wire/live/socket'
import { useSearch } from 'wouter'

/**
 * The chart's period from the address. All parts of a page that show the coin's price use it, so that they share one
 * subscription.
 */
export function useChartPeriod(): Period {
  const asked = new URLSearchParams(useSearch()).get('period')
  return PERIODS.find((one) => one === asked) ?? FIRST_PERIOD
}
