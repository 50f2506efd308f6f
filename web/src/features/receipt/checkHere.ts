import { checkReceipt, type TrustedKeys, type Verdict } from '@tickmark/core/receipts/receiptCheck'
import { parseReceipt } from '@tickmark/core/receipts/receiptShape'
import type { Receipt } from '@tickmark/core/receipts/receipts'
import { nobleCrypto } from '../../watch/nobleCrypto.ts'

/** The result of the check on this device. `receipt` is null when the file is not a receipt. */
export interface Finding extends Verdict {
  receipt: Receipt | null
}

/** Derives the order's outcome from its receipt, on this device only. Never throws. */
export function checkHere(given: unknown, trusted?: TrustedKeys): Finding {
  return { ...checkReceipt(given, nobleCrypto, trusted), receipt: parseReceipt(given) }
}
