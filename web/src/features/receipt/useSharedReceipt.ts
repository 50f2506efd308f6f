import { useQuery } from '@tanstack/react-query'
import { isRecord } from '@tickmark/core/json'
import { mayPass } from '@tickmark/client/callFailed.ts'
import { call } from '../../api/api.ts'
import { keep, keptJson } from '@tickmark/client/storage.ts'

const PLACE = 'sharedReceipt'

/** The receipt of a link. This device keeps the newest one, so that it also opens offline. */
export function useSharedReceipt(name: string) {
  return useQuery({
    queryKey: ['receipt.shared', name],
    enabled: name !== '',
    staleTime: Infinity,
    networkMode: 'always',
    retry: false,
    queryFn: () => load(name),
  })
}

async function load(name: string): Promise<unknown> {
  try {
    const { receipt } = await call('getSharedReceipt', { name }, { quiet: true })
    keep(PLACE, JSON.stringify({ name, receipt }))
    return receipt
  } catch (failure) {
    const last = keptJson(PLACE)
    const isSame = isRecord(last) && last['name'] === name
    if (isSame && mayPass(failure)) return last['receipt']
    if (isSame) keep(PLACE, null)
    throw failure
  }
}
