import type { ConsentBundle } from '../consent/bundle.ts'
import { isSignature } from '../fields.ts'
import { isConsent, isKeys, isNote, isProof, isRefusal, isStatement } from './receiptShape.ts'
import { oneOf, shape } from '../shape.ts'
import type { BatchProof, HouseKeys, SettlementStatement } from './receipts.ts'
import type { SignedRefusal } from './refusal.ts'

export const REFUSAL_FORMAT = 'tickmark-refusal/1'
export const CLOSING_FORMAT = 'tickmark-closing/1'

/** Fields of every answer file, apart from the answer. */
interface Beside {
  /** The owner's signed consent; null where it is not shown. */
  consent: ConsentBundle | null
  /** Signed note of the log's newest checkpoint at the time of the answer. */
  head: string
  keys: HouseKeys
}

/** Evidence that the house refused an order or an early close. */
export interface RefusalFile extends SignedRefusal, Beside {
  format: typeof REFUSAL_FORMAT
}

/** The house's answer to an early close: the settlement statement with its index in the signed batch. */
export interface Closed {
  settlement: SettlementStatement
  proof: BatchProof
}

/** Evidence that the house closed an order early. */
export interface ClosingFile extends Closed, Beside {
  format: typeof CLOSING_FORMAT
}

const beside = { consent: isConsent, head: isNote, keys: isKeys }
const isRefusalFile = shape({
  format: oneOf(REFUSAL_FORMAT),
  refusal: isRefusal,
  signature: isSignature,
  ...beside,
})
const isClosingFile = shape({
  format: oneOf(CLOSING_FORMAT),
  settlement: isStatement,
  proof: isProof,
  ...beside,
})

/** Parses the file of an answer. Null for a missing or extra field or a wrong type. Never throws. */
export function parseAnswer(value: unknown): RefusalFile | ClosingFile | null {
  try {
    if (isRefusalFile(value)) return value as RefusalFile
    return isClosingFile(value) && (value as ClosingFile).settlement.outcome === 'closed'
      ? (value as ClosingFile)
      : null
  } catch {
    return null
  }
}
