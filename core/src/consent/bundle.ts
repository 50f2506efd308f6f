import { assert } from '../assert.ts'
import { asciiBytes, bytesOfHex, hexOf } from '../bytes.ts'
import type { OwnerCrypto, Sha256 } from '../crypto.ts'
import { delegationHash, type SignedDelegation } from './delegation.ts'
import { isLowS } from './p256.ts'

/** A text that a session's key signed. */
export interface SignedConsent {
  text: string
  /** r ‖ s with a low s, 128 hexadecimal digits. */
  signature: string
}

/** An owner's whole consent: the signed text, and the wallet's delegation to the key that signed it. */
export interface ConsentBundle extends SignedConsent {
  delegation: SignedDelegation
}

/**
 * SHA-256 of a consent, in hex, as tickets and statements carry it. It covers the delegation through the delegation's own hash,
 * so that a server hashes each delegation once.
 */
export function consentHash(consent: SignedConsent, delegation: string, sha256: Sha256): string {
  return hexOf(sha256(asciiBytes(consentBody(consent, delegation))))
}

/** The text that `consentHash` hashes: canonical JSON. An audit writes one for every order; by hand it takes a third of the time. */
export function consentBody({ text, signature }: SignedConsent, delegation: string): string {
  assert(
    PRINTED.test(text) && PLAIN.test(signature) && PLAIN.test(delegation),
    'a consent is printable ASCII',
  )
  const lines = JSON.stringify(text.split('\n'))
  return `{"delegation":${JSON.stringify(delegation)},"kind":"consent","signature":${JSON.stringify(signature)},"text":${lines},"v":1}`
}

/** Lines of printable ASCII. */
const PRINTED = /^[\n\x20-\x7e]*$/
const PLAIN = /^[\x20-\x7e]*$/

/** `consentHash` of a bundle. */
export function bundleHash(bundle: ConsentBundle, sha256: Sha256): string {
  return consentHash(bundle, delegationHash(bundle.delegation, sha256), sha256)
}

/** Whether a key of 33 bytes signed the text, with a low s. */
export function isSignedBy(
  { text, signature }: SignedConsent,
  key: Uint8Array,
  { verifyP256 }: Pick<OwnerCrypto, 'verifyP256'>,
): boolean {
  const bytes = bytesOfHex(signature)
  return bytes !== null && isLowS(bytes) && verifyP256(bytes, asciiBytes(text), key)
}
