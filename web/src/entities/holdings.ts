import { serverNow } from '@tickmark/client/serverClock.ts'
import { useCall } from '../api/api.ts'

/**
 * The user's holdings; today's result counts from midnight where he is. The day is no part of the key: without a
 * network, what was loaded yesterday is still shown.
 */
export function useHoldings() {
  return useCall('getMyWalletData', {}, { inputNow: sinceMidnight, refetchInterval: 10_000 })
}

/** The last midnight of this device's time zone. */
function sinceMidnight(): { dayStart: number } {
  return { dayStart: new Date(serverNow()).setHours(0, 0, 0, 0) }
}
