import { queryOptions } from '@tanstack/react-query'
import type { AddressFile } from '@tickmark/core/evidence/depositAddress'
import { call, query } from '../../../api/api.ts'
import type { Network } from '../parts/useNetworks.ts'

/** An address that did not pass the check is asked for again. */
const AGAIN_MS = 10_000

/**
 * The user's deposit address on a network as the house has signed it, once this device has checked that; null when it is not signed, and
 * then it must not be shown. The check loads after the first screen.
 */
export function ownAddress({ typeId, name }: Pick<Network, 'typeId' | 'name'>) {
  const { queryKey, enabled } = query('recharge', { typeId })
  return queryOptions<AddressFile | null>({
    queryKey: [...queryKey, name],
    enabled: enabled === true,
    // The address never changes: it is fetched once in a visit.
    staleTime: ({ state }) => (state.data ? Infinity : 0),
    refetchInterval: ({ state }) => (state.data === null ? AGAIN_MS : false),
    queryFn: async ({ signal }) => {
      const answer = await call('recharge', { typeId }, { signal, quiet: true })
      const { keepAddressAnswer } = await import('../../../watch/promises/answers/keepAddressAnswer.ts')
      return keepAddressAnswer(name, answer)
    },
  })
}
