import { sha256 } from '@noble/hashes/sha2.js'
import { hexOf } from '@tickmark/core/bytes'
import type { Crypto } from '@tickmark/core/crypto'

interface Claim {
  signature: Uint8Array
  message: Uint8Array
  publicKey: Uint8Array
}

/**
 * Runs a synchronous check with the browser's asynchronous Ed25519: first as if every signature were valid, then
 * again if one is not. The check must be deterministic in these answers.
 */
export async function withSignatures<T>(
  check: (crypto: Crypto) => T,
  isValid: (claim: Claim) => Promise<boolean> = isSigned,
): Promise<T> {
  const known = new Map<string, boolean>()
  for (;;) {
    const open = new Map<string, Claim>()
    const result = check({
      sha256: (data) => sha256(data),
      verifyEd25519(signature, message, publicKey) {
        const name = [signature, message, publicKey].map(hexOf).join()
        const answer = known.get(name)
        if (answer === undefined) open.set(name, { signature, message, publicKey })
        return answer ?? true
      },
    })
    for (const [name, claim] of open) known.set(name, await isValid(claim))
    if ([...open.keys()].every((name) => known.get(name) === true)) return result
  }
}

/** Verifies with the browser, or, where it has no Ed25519, with the receipt check's library. */
async function isSigned({ signature, message, publicKey }: Claim): Promise<boolean> {
  const copy = (bytes: Uint8Array) => new Uint8Array(bytes)
  try {
    const key = await crypto.subtle.importKey('raw', copy(publicKey), 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', key, copy(signature), copy(message))
  } catch {
    // No secure context, no Ed25519 in this browser, or an invalid key: the library decides.
    const { verifyEd25519 } = await import('./nobleSignature.ts')
    return verifyEd25519(signature, message, publicKey)
  }
}
