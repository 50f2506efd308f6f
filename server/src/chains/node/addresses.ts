import { addressOfKey, type AddressKind, bytesOfAddress, spellAddress } from '@tickmark/chainkit/addresses'
import { hexOf } from '@tickmark/core/bytes'
import { HDKey } from '@scure/bip32'

/**
 * The deposit address 0/index below an account's extended public key (m/44'/coin'/0'), spelled for the chain's kind.
 */
export function derivedAddress(xpub: string, index: number, kind: AddressKind): string {
  const { publicKey } = HDKey.fromExtendedKey(xpub).deriveChild(0).deriveChild(index)
  if (publicKey === null) throw new Error('the extended key has no public part')
  return addressOfKey(publicKey, kind)
}

/** The address's derivation path from the seed, as wallets write it. */
export function pathOf(coinType: number, index: number): string {
  return `m/44'/${coinType}'/0'/0/${index}`
}

/** The raw form of an address: 0x and 40 lower-case digits. Takes either spelling; throws on anything else. */
export function rawAddress(address: string): string {
  return `0x${hexOf(bytesOfAddress(address, address.startsWith('T') ? 'tron' : 'evm'))}`
}

/** The spelling shown to people, from the raw form. */
export function spelledAddress(raw: string, kind: AddressKind): string {
  return spellAddress(bytesOfAddress(raw, 'evm'), kind)
}
