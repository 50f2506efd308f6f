import { asciiBytes } from '../bytes.ts'
import { canonicalWriter } from '../canonical.ts'
import type { Crypto } from '../crypto.ts'
import { bytes, type AnswerLeaf } from './receiptLog.ts'

/** The operator's statement that it does not do what an owner signed. */
export interface Refusal {
  v: 1
  kind: 'refusal'
  /** Its number among all refusals: unique and rising, with gaps. */
  number: number
  /** The id that follows from the signed text (`consentedOrderId`); of a refused order, the order's own. */
  asked: string
  /** The refused order, or the one that is not closed. */
  order: string
  /** Why: a code of the API. */
  code: string
  /** Ms since 1970. */
  at: number
  /** `consentHash` of what the owner signed, in hex. */
  consent: string
}

/** A refusal with the receipts key's signature (Ed25519, hex) over `refusalBody`. */
export interface SignedRefusal {
  refusal: Refusal
  signature: string
}

/** The canonical text of a refusal: what is signed, and a leaf under a `refusals` entry of the log. */
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

/** Whether it refuses an early close; else it refuses the order itself. */
export function refusesClose({ asked, order }: Pick<Refusal, 'asked' | 'order'>): boolean {
  return asked !== order
}

/** What `findLeaf` looks for. */
export function leafOfRefusal(refusal: Refusal): AnswerLeaf {
  return { kind: 'refusals', number: refusal.number, leaf: asciiBytes(refusalBody(refusal)) }
}
