import type { Reader } from '../../db/pool.ts'
import { HOUSE } from '@tickmark/core/ledger/accounts'
import { addressesAfter } from './addressStore.ts'

/** Our addresses on a chain, in memory: about 100 bytes each. */
export interface AddressIndex {
  /** The owner of an address in raw form: a user, or HOUSE for the hot address. */
  ownerOf(address: string): number | undefined
  /** Loads the addresses created since the last call. */
  refresh(reader: Reader): Promise<void>
}

/** Sequence numbers may commit out of order, so it reads a few rows behind the newest again. */
const OVERLAP = 200

export function watchedAddresses(coinType: number, hot: string): AddressIndex {
  const owners = new Map<string, number>([[hot, HOUSE]])
  let lastId = 0
  return {
    ownerOf: (address) => owners.get(address),
    async refresh(reader) {
      for (const row of await addressesAfter(reader, coinType, Math.max(0, lastId - OVERLAP))) {
        owners.set(row.address, row.userId)
        lastId = Math.max(lastId, row.id)
      }
    },
  }
}
