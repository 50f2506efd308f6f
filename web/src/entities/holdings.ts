import { serverNow } from '@tickmark/client/serverClock.ts'
import { useCall } from '../api/api.ts'

/**
 * The user's holdings; today's result counts from local midnight. The day is not part of the query key, so that
 * yesterday's answer is still shown offline.
 */
export function useHoldings() {
  return useCall('getMyWalletData', {}, { inputNow: sinceMidnight, refetchInterval: 10_000 })
}

/** The last midnight of this device's time zone. */
function sinceMidnight(): { dayStart: number } {
  return { dayStart: new Date(serverNow()).setHours(0, 0, 0, 0) }
}
