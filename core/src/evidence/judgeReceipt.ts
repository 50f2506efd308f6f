import type { Crypto, OwnerCrypto } from '../crypto.ts'
import { CLOSING_FORMAT, type ClosingFile, type RefusalFile } from '../receipts/answerShape.ts'
import { contradictionAmong, saidIn } from './contradiction.ts'
import { checkReceipt } from '../receipts/receiptCheck.ts'
import { parseReceipt } from '../receipts/receiptShape.ts'
import type { HouseKeys } from '../receipts/receipts.ts'
import type { PromiseFile } from '../receipts/promiseShape.ts'

/**
 * What an answer to the question for a receipt says about a promise: `none` without a result, `unsigned` with one that the house has
 * not signed, `settled` with one that it has signed and that follows; otherwise what its own signatures show against it.
 */
export type ReceiptState =
  | 'none'
  | 'unsigned'
  | { is: 'settled' }
  | { is: 'contradicted' | 'result' | 'unasked'; evidence: object }

/** What an order's owner knows about it beside the receipt. */
export interface KnownOfOrder {
  /** The order's id, and what the house has promised of it, with the hash of the ticket. */
  promise: { order: string; ticket: string; file: PromiseFile }
  /** The house's sound answers about it. */
  answered: readonly (RefusalFile | ClosingFile)[]
  keys: HouseKeys
}

/** A receipt that is not proven for want of ticks counts: its verdict is shown with the result. */
export function judgeReceipt(
  given: unknown,
  { promise, answered, keys }: KnownOfOrder,
  crypto: Crypto & OwnerCrypto,
): ReceiptState {
  const receipt = parseReceipt(given)
  if (receipt?.ticket.order !== promise.order) return 'none'
  const { ticket, settlement } = saidIn(receipt, keys, crypto)
  if (!ticket || !settlement) return 'unsigned'
  const contradiction = contradictionAmong([promise.file, ...answered, receipt], crypto)
  if (contradiction) return { is: 'contradicted', evidence: contradiction }
  const closing = answered.find((one) => one.format === CLOSING_FORMAT)
  const known = { ...keys, ticket: promise.ticket, ...(closing && { settlement: closing.settlement }) }
  const { verdict, steps } = checkReceipt(receipt, crypto, known)
  if (verdict === 'broken') return { is: 'result', evidence: receipt }
  const isUnasked = steps.some(({ name, ok }) => name === 'consent' && !ok) && canBeShown(promise)
  return isUnasked ? { is: 'unasked', evidence: receipt } : { is: 'settled' }
}

/** Whether the owner's consent to the order can be shown: he signed it, and his wallet's signature is one that anybody can check. */
function canBeShown({ file: { consent } }: KnownOfOrder['promise']): boolean {
  return consent !== null && consent.delegation.kind !== 'contract'
}
