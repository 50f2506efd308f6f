import { serverNow } from '@tickmark/client/serverClock.ts'
import { useCall } from '../api/api.ts'

/** The user's holdings; today's result counts from midnight where he is. */
export function useHoldings() {
  return useCall('getMyWalletData', { dayStart: dayStartOf(serverNow()) }, { refetchInterval: 10_000 })
}

/** The last midnight of this device's time zone. */
function dayStartOf(nowMs: number): number {
  return new Date(nowMs).setHours(0, 0, 0, 0)
}
