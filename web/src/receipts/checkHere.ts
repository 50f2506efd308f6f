import { checkPromise } from '@tickmark/core/receipts/promise'
import { checkReceipt, type TrustedKeys, type Verdict } from '@tickmark/core/receipts/receiptCheck'
import { parseReceipt } from '@tickmark/core/receipts/receiptShape'
import type { Receipt } from '@tickmark/core/receipts/receipts'
import type { ClosingFile } from '@tickmark/core/receipts/answerShape'
import type { PromiseFile } from '@tickmark/core/receipts/promiseShape'
import { nobleCrypto } from '../watch/signatures/nobleCrypto.ts'
import type { KeptPromise } from '../watch/promises/kept/promiseStore.ts'

/** The result of the check on this device. `receipt` is null when the file is not a receipt. */
export interface Finding extends Verdict {
  receipt: Receipt | null
  /** The house's answer to this device, when the receipt is of another ticket or close. */
  promise: PromiseFile | ClosingFile | null
}

/** The house's answers about an order that this device has kept. */
export interface KeptAnswers {
  promise: KeptPromise | null
  closing: ClosingFile | null
}

/** Derives the order's outcome from its receipt, on this device only. Never throws. */
export function checkHere(given: unknown, trusted?: TrustedKeys, kept?: KeptAnswers | null): Finding {
  const promise = kept?.promise ?? null
  const closing = kept?.closing ?? null
  // Only a verified promise tells which ticket is the right one.
  const ticket = promise && isSound(promise, trusted) ? { ticket: promise.ticket } : {}
  const settlement = closing ? { settlement: closing.settlement } : {}
  const known = trusted || kept ? { ...trusted, ...ticket, ...settlement } : undefined
  const checked = checkReceipt(given, nobleCrypto, known)
  const breaks = (step: string) => checked.steps.some(({ name, ok }) => name === step && !ok)
  const evidence = (breaks('ticket_kept') && promise?.file) || (breaks('close_kept') && closing) || null
  return { ...checked, receipt: parseReceipt(given), promise: evidence }
}

/** Checks a promise now if it could not be checked when it came. */
function isSound({ problem, file }: KeptPromise, trusted: TrustedKeys = {}): boolean {
  return problem === 'unchecked'
    ? checkPromise(file, nobleCrypto, trusted).verdict !== 'broken'
    : problem === null
}
