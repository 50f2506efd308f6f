import { assert } from '@tickmark/core/assert'
import { bytesOfHex, hexOf } from '@tickmark/core/bytes'

/** Selector of transfer(address,uint256). */
export const TRANSFER = 'a9059cbb'

/** A token call that takes a 20-byte address and an amount: the same bytes on Ethereum-style chains and on Tron. */
export function tokenCall(selector: string, to: Uint8Array, value: bigint): Uint8Array {
  const call = bytesOfHex(`${selector}${hexOf(to).padStart(64, '0')}${word(value)}`)
  assert(call?.length === 68, 'a call has a selector and two words')
  return call
}

/** A number in ABI encoding: 32 bytes in hexadecimal. */
export function word(value: bigint | number): string {
  return value.toString(16).padStart(64, '0')
}
