import type { Reader } from '../../db/pool.ts'
import { HOUSE } from '@tickmark/core/ledger/accounts'
import { addressesAfter } from './addressStore.ts'

/** Our addresses on a chain, in memory: some 100 bytes each. */
export interface AddressIndex {
  /** Whose the address is, as nodes write it: a user, or HOUSE for the hot one. */
  ownerOf(address: string): number | undefined
  /** Reads the addresses that were made since. */
  refresh(reader: Reader): Promise<void>
}

/** Row numbers are handed out before their rows are committed, so that a few behind the newest are read once more. */
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
