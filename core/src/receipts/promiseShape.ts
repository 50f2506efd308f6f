import type { ConsentBundle } from '../consent/bundle.ts'
import { oneOf, shape } from '../shape.ts'
import { isConsent, isKeys, isNote, isProof, isTermed, isTicket } from './receiptShape.ts'
import type { BatchProof, HouseKeys, Ticket } from './receipts.ts'

export const PROMISE_FORMAT = 'tickmark-promise/1'

/** The house's answer to an order: the ticket and its index in the signed batch. */
export interface Promised {
  ticket: Ticket
  proof: BatchProof
}

/** The answer with the owner's signed consent: evidence that the house accepted the order. */
export interface PromiseFile extends Promised {
  format: typeof PROMISE_FORMAT
  /** Null for an order that nobody signed. */
  consent: ConsentBundle | null
  /** Signed note of the log's newest checkpoint at the time of the answer. */
  head: string
  keys: HouseKeys
}

const isPromise = shape({
  format: oneOf(PROMISE_FORMAT),
  ticket: isTicket,
  proof: isProof,
  consent: isConsent,
  head: isNote,
  keys: isKeys,
})

/** Parses a promise file. Null for a missing or extra field, a wrong type, or terms against the rules. Never throws. */
export function parsePromise(value: unknown): PromiseFile | null {
  try {
    return isPromise(value) && isTermed((value as PromiseFile).ticket) ? (value as PromiseFile) : null
  } catch {
    return null
  }
}
