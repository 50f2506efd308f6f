import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { Crypto } from '@tickmark/core/crypto'
import { checkReceipt, type TrustedKeys, type Verdict } from '@tickmark/core/receipts/receiptCheck'
import { parseReceipt } from '@tickmark/core/receipts/receiptShape'
import type { Receipt } from '@tickmark/core/receipts/receipts'

/** The result of the check on this device. `receipt` is null when the file is not a receipt. */
export interface Finding extends Verdict {
  receipt: Receipt | null
}

const crypto: Crypto = {
  sha256: (data) => sha256(data),
  verifyEd25519(signature, message, publicKey) {
    try {
      return ed25519.verify(signature, message, publicKey, { zip215: false })
    } catch {
      return false
    }
  },
}

/** Derives the order's outcome from its receipt, on this device only. Never throws. */
export function checkHere(given: unknown, trusted?: TrustedKeys): Finding {
  return { ...checkReceipt(given, crypto, trusted), receipt: parseReceipt(given) }
}
