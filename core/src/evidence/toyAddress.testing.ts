import { hexOf } from '../bytes.ts'
import type { testCrypto } from '../receipts/nodeCrypto.testing.ts'
import { ADDRESS_FORMAT, addressText, type AddressFile, type AddressStatement } from './depositAddress.ts'
import { toyWithdrawalFile } from './toyWithdrawal.testing.ts'

export const ADDRESS: AddressStatement = {
  v: 1,
  kind: 'address',
  account: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  book: 'real',
  network: 'Ethereum',
  address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  at: Date.parse('2026-11-21T10:00:00Z'),
}

/** The file of a statement about a deposit address, with changes, signed by a house. */
export function toyAddressFile(
  house: ReturnType<typeof testCrypto>,
  change: Partial<AddressStatement> = {},
): AddressFile {
  const { head, keys } = toyWithdrawalFile(house)
  const statement = { ...ADDRESS, ...change }
  const signature = hexOf(house.sign('receipts', addressText(statement)))
  return { format: ADDRESS_FORMAT, statement, signature, head, keys }
}
