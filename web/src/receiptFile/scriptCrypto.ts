import { sha256 } from '@noble/hashes/sha2.js'
import type { Crypto, OwnerCrypto } from '@tickmark/core/crypto'
import { recoverWallet } from '@tickmark/verify/crypto/walletSignature'
import { verifyP256 } from '../watch/signatures/nobleP256.ts'
import { verifyEd25519 } from '../watch/signatures/nobleSignature.ts'

/** Hashing and signature checks of the HTML receipt. Wallet signatures use the verifier's code, which is smaller. */
export const scriptCrypto: Crypto & OwnerCrypto = {
  sha256: (data) => sha256(data),
  verifyEd25519,
  verifyP256,
  recoverWallet: (text, signature, wallet) => recoverWallet(text, signature, wallet, sha256),
}
