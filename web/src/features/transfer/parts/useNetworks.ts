import type { Currency } from '@tickmark/core/money/currencies'
import { useCall, type Reply } from '../../../api/api.ts'

export type Network = Reply<'getextendfCList'>['list'][number]

/** A network that does not answer now may do so soon. */
const LOOK_AGAIN_MS = 15_000

/** The networks of a currency, to send those that can alone, and the one that is chosen: the first until the user chooses. */
export function useNetworks(currency: Currency, typeId: number | null, purpose: 'receive' | 'send') {
  const asked = useCall('getextendfCList', { currency: currency.code }, { refetchInterval: LOOK_AGAIN_MS })
  const list = (asked.data?.list ?? []).filter((one) => purpose === 'receive' || one.isSendable)
  return { asked, list, chosen: list.find((one) => one.typeId === typeId) ?? list[0] ?? null }
}
