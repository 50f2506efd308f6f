import type { Currency } from '@tickmark/core/money/currencies'
import { useCall, type Reply } from '../../../api/api.ts'

export type Network = Reply<'getextendfCList'>['list'][number]

/** An unreachable network may be back soon: fetch again. */
const LOOK_AGAIN_MS = 15_000

/** A currency's networks (for sending only those that can send), and the chosen one; by default the first. */
export function useNetworks(currency: Currency, typeId: number | null, purpose: 'receive' | 'send') {
  const asked = useCall('getextendfCList', { currency: currency.code }, { refetchInterval: LOOK_AGAIN_MS })
  const list = (asked.data?.list ?? []).filter((one) => purpose === 'receive' || one.isSendable)
  return { asked, list, chosen: list.find((one) => one.typeId === typeId) ?? list[0] ?? null }
}
