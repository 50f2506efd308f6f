import { asciiBytes } from '../bytes.ts'
import { canonicalWriter } from '../canonical.ts'
import type { Crypto } from '../crypto.ts'
import { bytes, type AnswerLeaf } from './receiptLog.ts'

/** The operator's statement that it refuses an owner's signed request. */
export interface Refusal {
  v: 1
  kind: 'refusal'
  /** Its number among all refusals: unique and rising, with gaps. */
  number: number
  /** The id that follows from the signed text (`consentedOrderId`); for a refused order, the order's own id. */
  asked: string
  /** The refused order, or the order whose close is refused. */
  order: string
  /** Why: a code of the API. */
  code: string
  /** Ms since 1970. */
  at: number
  /** `consentHash` of the owner's signed text, in hex. */
  consent: string
}

/** A refusal with the receipts key's signature (Ed25519, hex) over `refusalBody`. */
export interface SignedRefusal {
  refusal: Refusal
  signature: string
}

/** The canonical text of a refusal: it is signed, and is a leaf under a `refusals` entry of the log. */
export const refusalBody = canonicalWriter<Refusal>([
  'v',
  'kind',
  'number',
  'asked',
  'order',
  'code',
  'at',
  'consent',
])

/** Whether a receipts key (hex) signed a refusal. */
export function isRefusedBy(
  { refusal, signature }: SignedRefusal,
  receiptsKey: string,
  crypto: Pick<Crypto, 'verifyEd25519'>,
): boolean {
  return crypto.verifyEd25519(bytes(signature), asciiBytes(refusalBody(refusal)), bytes(receiptsKey))
}

/** Whether a refusal is of an early close; otherwise it is of the order itself. */
export function refusesClose({ asked, order }: Pick<Refusal, 'asked' | 'order'>): boolean {
  return asked !== order
}

/** The leaf that `findLeaf` looks for. */
export function leafOfRefusal(refusal: Refusal): AnswerLeaf {
  return { kind: 'refusals', number: refusal.number, leaf: asciiBytes(refusalBody(refusal)) }
}
