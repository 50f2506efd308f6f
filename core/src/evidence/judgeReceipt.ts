import type { Crypto, OwnerCrypto } from '../crypto.ts'
import { CLOSING_FORMAT, type ClosingFile, type RefusalFile } from '../receipts/answerShape.ts'
import { contradictionAmong, saidIn } from './contradiction.ts'
import { checkReceipt } from '../receipts/receiptCheck.ts'
import { parseReceipt } from '../receipts/receiptShape.ts'
import type { HouseKeys, Receipt } from '../receipts/receipts.ts'
import type { PromiseFile } from '../receipts/promiseShape.ts'
import type { ShownKeys } from './shownKeys.ts'

/**
 * State of a promise, judged from the answer to a request for its receipt: `none` without a result, `unsigned` when the house has
 * not signed the result, `settled` when it signed one that follows; otherwise the contradiction that its own signatures prove.
 */
export type ReceiptState =
  | 'none'
  | 'unsigned'
  | { is: 'settled'; receipt: Receipt }
  | { is: 'contradicted' | 'result' | 'unasked'; evidence: object }

/** The owner's knowledge about an order, apart from the receipt. */
export interface KnownOfOrder {
  /** The order's id, the house's promise, and the hash of the ticket. */
  promise: { order: string; ticket: string; file: PromiseFile }
  /** The house's sound answers about it. */
  answered: readonly (RefusalFile | ClosingFile)[]
  keys: HouseKeys
  /** The log's `keys` entries that this device has kept. */
  changes?: readonly ShownKeys[]
}

/** Accepts a receipt that is not proven because ticks are missing: its verdict is shown with the result. */
export function judgeReceipt(
  given: unknown,
  { promise, answered, keys, changes }: KnownOfOrder,
  crypto: Crypto & OwnerCrypto,
): ReceiptState {
  const receipt = parseReceipt(given)
  if (receipt?.ticket.order !== promise.order) return 'none'
  const { ticket, settlement } = saidIn(receipt, keys, crypto)
  if (!ticket || !settlement) return 'unsigned'
  const contradiction = contradictionAmong([promise.file, ...answered, receipt], crypto, changes)
  if (contradiction) return { is: 'contradicted', evidence: contradiction }
  const closing = answered.find((one) => one.format === CLOSING_FORMAT)
  const known = { ...keys, ticket: promise.ticket, ...(closing && { settlement: closing.settlement }) }
  const { verdict, steps } = checkReceipt(receipt, crypto, known)
  if (verdict === 'broken') return { is: 'result', evidence: receipt }
  const isUnasked = steps.some(({ name, ok }) => name === 'consent' && !ok) && canBeShown(promise)
  return isUnasked ? { is: 'unasked', evidence: receipt } : { is: 'settled', receipt }
}

/** Whether the owner's consent to the order can be shown: he signed it, and anybody can verify his wallet's signature. */
function canBeShown({ file: { consent } }: KnownOfOrder['promise']): boolean {
  return consent !== null && consent.delegation.kind !== 'contract'
}
