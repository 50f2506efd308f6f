import { asciiBytes, hexOf } from '../bytes.ts'
import { canonicalText } from '../canonical.ts'
import type { Crypto, OwnerCrypto, Sha256, WalletKind } from '../crypto.ts'
import { bytesOfBase64Url } from '../base64url.ts'
import { sessionOfKey, type Grant } from './grant.ts'
import { readSignInText } from './signInText.ts'

/** A sign-in text that names a browser's key, with the wallet's signature. */
export interface SignedDelegation {
  text: string
  /** As the wallet gave it: 0x-hexadecimal. */
  signature: string
  address: string
  /** `contract` where a contract accepted the signature (ERC-1271); it may answer differently later. */
  kind: WalletKind | 'contract'
}

/** The content of a delegation: the wallet, the site, the key and its permissions. */
export interface Delegation {
  address: string
  origin: string
  /** See `sessionOfKey`. */
  session: string
  /** The 33 bytes of the session's key. */
  key: Uint8Array
  grant: Grant
}

/** Reads the delegation in a sign-in text; null when the form is wrong or it names no key. */
export function readDelegation(text: string, sha256: Sha256): Delegation | null {
  const facts = readSignInText(text, sha256)
  const key = facts?.grant && bytesOfBase64Url(facts.grant.key)
  if (!facts?.grant || !key) return null
  const { address, origin, grant } = facts
  return { address, origin, session: sessionOfKey(key, sha256), key, grant }
}

/**
 * The delegation, if the wallet at its address signed it. `unproven` where only a contract can decide that; null when the
 * signature is false.
 */
export function provenDelegation(
  { text, signature, address, kind }: SignedDelegation,
  crypto: Crypto & OwnerCrypto,
): Delegation | 'unproven' | null {
  const delegation = readDelegation(text, crypto.sha256)
  if (delegation?.address !== address) return null
  if (kind === 'contract') return 'unproven'
  return crypto.recoverWallet(text, signature, kind) === address ? delegation : null
}

/** SHA-256 over a delegation and its signature, in hex. */
export function delegationHash({ text, signature, address, kind }: SignedDelegation, sha256: Sha256): string {
  const body = canonicalText({
    v: 1,
    kind: 'delegation',
    text: text.split('\n'),
    signature,
    address,
    wallet: kind,
  })
  return hexOf(sha256(asciiBytes(body)))
}
