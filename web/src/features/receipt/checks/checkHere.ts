import { checkPromise } from '@tickmark/core/receipts/promise'
import { checkReceipt, type TrustedKeys, type Verdict } from '@tickmark/core/receipts/receiptCheck'
import { parseReceipt } from '@tickmark/core/receipts/receiptShape'
import type { Receipt } from '@tickmark/core/receipts/receipts'
import type { PromiseFile } from '@tickmark/core/receipts/promiseShape'
import { nobleCrypto } from '../../../watch/nobleCrypto.ts'
import type { KeptPromise } from '../../../watch/promiseStore.ts'

/** The result of the check on this device. `receipt` is null when the file is not a receipt. */
export interface Finding extends Verdict {
  receipt: Receipt | null
  /** The promise that this device has kept, when the receipt is of another ticket. */
  promise: PromiseFile | null
}

/** Derives the order's outcome from its receipt, on this device only. Never throws. */
export function checkHere(given: unknown, trusted?: TrustedKeys, kept?: KeptPromise | null): Finding {
  // Only a promise that was found true says which ticket is the right one.
  const ticket = kept && isSound(kept, trusted) ? { ticket: kept.ticket } : {}
  const checked = checkReceipt(given, nobleCrypto, trusted || kept ? { ...trusted, ...ticket } : undefined)
  const isOther = checked.steps.some(({ name, ok }) => name === 'ticket_kept' && !ok)
  return { ...checked, receipt: parseReceipt(given), promise: (isOther && kept?.file) || null }
}

/** A promise that could not be checked when it came is checked now. */
function isSound({ problem, file }: KeptPromise, trusted: TrustedKeys = {}): boolean {
  return problem === 'unchecked'
    ? checkPromise(file, nobleCrypto, trusted).verdict !== 'broken'
    : problem === null
}
