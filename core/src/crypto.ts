/** Hash and signature functions, passed in by the caller; the rules themselves have no dependencies. */
export interface Crypto {
  /** SHA-256 (FIPS 180-4), 32 bytes. */
  sha256(data: Uint8Array): Uint8Array
  /** Ed25519 (RFC 8032) over the raw message; false for a malformed key or signature, never a throw. */
  verifyEd25519(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean
}

/** Further functions, which verify that an order is its owner's. */
export interface OwnerCrypto {
  /**
   * ECDSA on P-256 over the message's SHA-256 (FIPS 186-5): r ‖ s, 64 bytes, and a compressed key of 33. Either s
   * verifies; false for a malformed key or signature, never a throw.
   */
  verifyP256(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean
  /**
   * Recovers the address that signed a text as a wallet does (EIP-191, TIP-191), in its canonical spelling. Takes r, s and v as
   * 0x-hexadecimal; null for anything else and for s in the upper half.
   */
  recoverWallet(text: string, signature: string, wallet: WalletKind): string | null
}

/** How a wallet signs a text, and how its address is spelled. */
export type WalletKind = 'evm' | 'tron'

export type Sha256 = Crypto['sha256']
