/** Hash and signature functions that the caller passes in; the rules themselves have no dependencies. */
export interface Crypto {
  /** SHA-256 (FIPS 180-4), 32 bytes. */
  sha256(data: Uint8Array): Uint8Array
  /** Ed25519 (RFC 8032) over the raw message; false for a malformed key or signature, never a throw. */
  verifyEd25519(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean
}

export type Sha256 = Crypto['sha256']
