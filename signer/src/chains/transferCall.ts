import { assert } from '@tickmark/core/assert'
import { bytesOfHex } from '@tickmark/core/bytes'

/** transfer(address,uint256) of a token: the same bytes on Ethereum-style chains and on Tron. `to` has 20 bytes. */
export function transferCall(to: Uint8Array, value: bigint): Uint8Array {
  const words = [BigInt(`0x${Buffer.from(to).toString('hex')}`), value]
  const call = bytesOfHex(`a9059cbb${words.map((word) => word.toString(16).padStart(64, '0')).join('')}`)
  assert(call?.length === 68, 'a call has a selector and two words')
  return call
}
