import { againMs } from '@tickmark/client/openClient.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { query } from '../api/api.ts'
import { sessionNow, useSession } from '../session/session.ts'
import type { CheckedBalances } from '../watch/promises/answers/keepBalancesAnswer.ts'

/** The log tells of an audit about every ten minutes. */
const FRESH_MS = 120_000
const SOON_MS = 10_000

/**
 * The house's debt to the user by its log, once this device has checked it. The check loads after the first screen. The query key
 * is not the call's, because the page stores answers of calls, and this one has its own store.
 */
export function signedBalances() {
  const { enabled } = query('getSignedBalances', {})
  const { address, book } = sessionNow()
  return queryOptions<CheckedBalances>({
    queryKey: ['signedBalances', { address, book }],
    enabled: enabled === true,
    staleTime: FRESH_MS,
    refetchInterval: ({ state: { data, error } }) =>
      data?.is === 'unaudited' || (data?.is === 'signed' && data.isKept) ? SOON_MS : againMs(error),
    queryFn: async ({ signal }) => {
      const { askBalances } = await import('../watch/promises/answers/askBalances.ts')
      return askBalances({ address, book }, signal)
    },
  })
}

/** `signedBalances` of the user and account in use. */
export function useSignedBalances() {
  useSession()
  return useQuery(signedBalances())
}
