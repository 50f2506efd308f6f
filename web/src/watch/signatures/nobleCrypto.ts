import { sha256 } from '@noble/hashes/sha2.js'
import { messageHash, recoverAddress } from '@tickmark/chainkit/signatures'
import type { Crypto, OwnerCrypto } from '@tickmark/core/crypto'
import { verifyP256 } from './nobleP256.ts'
import { verifyEd25519 } from './nobleSignature.ts'

/** Hashing and signature checks in JavaScript: synchronous, and without a secure context. */
export const nobleCrypto: Crypto & OwnerCrypto = {
  sha256: (data) => sha256(data),
  verifyEd25519,
  verifyP256,
  recoverWallet: (text, signature, wallet) => recoverAddress(messageHash(text, wallet), signature, wallet),
}
