import { asciiBytes, hexOf } from '@tickmark/core/bytes'
import {
  addressText,
  type AddressStatement,
  type SignedAddress,
} from '@tickmark/core/evidence/depositAddress'
import type { Signer } from '../../platform/keys.ts'

/** The house's signed statement about a deposit address: always the same for one account and network. */
export function sayAddress(
  { account, network, address, at }: Pick<AddressStatement, 'account' | 'network' | 'address' | 'at'>,
  receipts: Signer,
): SignedAddress {
  const statement: AddressStatement = { v: 1, kind: 'address', account, book: 'real', network, address, at }
  return { statement, signature: hexOf(receipts.sign(asciiBytes(addressText(statement)))) }
}
