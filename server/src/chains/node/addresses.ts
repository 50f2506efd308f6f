import { sha256 } from '@noble/hashes/sha2.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesOfHex, hexOf } from '@tickmark/core/bytes'
import { createBase58check } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { addressOfKey, canonicalAddress } from '../../accounts/addresses.ts'
import type { Chain } from './network.ts'

const base58check = createBase58check(sha256)
const TRON_PREFIX = 0x41

/** The deposit address 0/index below an account's extended public key (m/44'/coin'/0'), in the spelling of the chain's kind. */
export function derivedAddress(xpub: string, index: number, kind: Chain['kind']): string {
  const { publicKey } = HDKey.fromExtendedKey(xpub).deriveChild(0).deriveChild(index)
  if (publicKey === null) throw new Error('the extended key has no public part')
  const whole = secp256k1.Point.fromBytes(publicKey).toBytes(false)
  return addressOfKey(whole.subarray(1), kind === 'evm' ? 1 : 2)
}

/** Where the address is found again: relative to the seed, as wallets write it. */
export function pathOf(coinType: number, index: number): string {
  return `m/44'/${coinType}'/0'/0/${index}`
}

/** The 20 bytes as nodes write them: 0x and 40 lower-case digits. Takes either spelling; throws on anything else. */
export function rawAddress(address: string): string {
  if (address.startsWith('T')) return `0x${hexOf(base58check.decode(address).subarray(1))}`
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) throw new Error(`${address} is not an address`)
  return address.toLowerCase()
}

/** The spelling that people see of an address as nodes write it. */
export function spelledAddress(raw: string, kind: Chain['kind']): string {
  if (kind === 'tron')
    return base58check.encode(Uint8Array.of(TRON_PREFIX, ...(bytesOfHex(raw.slice(2)) ?? [])))
  return canonicalAddress(raw, 1) ?? raw
}
