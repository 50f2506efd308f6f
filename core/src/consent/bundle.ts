import { asciiBytes, bytesOfHex, hexOf } from '../bytes.ts'
import { canonicalText } from '../canonical.ts'
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
export function consentHash({ text, signature }: SignedConsent, delegation: string, sha256: Sha256): string {
  const body = canonicalText({ v: 1, kind: 'consent', text: text.split('\n'), signature, delegation })
  return hexOf(sha256(asciiBytes(body)))
}

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
