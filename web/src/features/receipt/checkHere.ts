import { p256 } from '@noble/curves/nist.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { messageHash, recoverAddress } from '@tickmark/chainkit/signatures'
import type { Crypto, OwnerCrypto } from '@tickmark/core/crypto'
import { checkReceipt, type TrustedKeys, type Verdict } from '@tickmark/core/receipts/receiptCheck'
import { parseReceipt } from '@tickmark/core/receipts/receiptShape'
import type { Receipt } from '@tickmark/core/receipts/receipts'
import { verifyEd25519 } from '../../watch/nobleSignature.ts'

/** The result of the check on this device. `receipt` is null when the file is not a receipt. */
export interface Finding extends Verdict {
  receipt: Receipt | null
}

const crypto: Crypto & OwnerCrypto = {
  sha256: (data) => sha256(data),
  verifyEd25519,
  verifyP256(signature, message, publicKey) {
    try {
      return p256.verify(signature, message, publicKey, { lowS: false })
    } catch {
      return false
    }
  },
  recoverWallet: (text, signature, wallet) => recoverAddress(messageHash(text, wallet), signature, wallet),
}

/** Derives the order's outcome from its receipt, on this device only. Never throws. */
export function checkHere(given: unknown, trusted?: TrustedKeys): Finding {
  return { ...checkReceipt(given, crypto, trusted), receipt: parseReceipt(given) }
}
