import { secp256k1 } from '@noble/curves/secp256k1.js'
import { HDKey } from '@scure/bip32'
import { assert } from '@tickmark/core/assert'
import { type AddressKind, addressOfKey } from '@tickmark/chainkit/addresses'

/** The key that signs payments, and its address. */
export interface HotKey {
  address: string
  secret: Uint8Array
}

/** m/44'/coin'/1'/0/0 (BIP-44): a separate account that contains no deposit address. */
export function hotKeyOf(seed: Uint8Array, coinType: number, kind: AddressKind): HotKey {
  const { privateKey } = HDKey.fromMasterSeed(seed).derive(`m/44'/${coinType}'/1'/0/0`)
  assert(privateKey, 'a key made from a seed has a secret')
  return { address: addressOfKey(secp256k1.getPublicKey(privateKey), kind), secret: privateKey }
}

/** The extended public key of m/44'/coin'/0': it derives every deposit address and no private key. */
export function depositXpubOf(seed: Uint8Array, coinType: number): string {
  return HDKey.fromMasterSeed(seed).derive(`m/44'/${coinType}'/0'`).publicExtendedKey
}
