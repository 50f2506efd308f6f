import { asciiBytes } from '../bytes.ts'
import type { Crypto } from '../crypto.ts'
import { checkpointKey, openCheckpoint } from '../log/checkpoint.ts'
import type { Check } from '../shape.ts'
import type { PromiseProblem } from './promise.ts'
import { bytes } from './receiptLog.ts'
import type { HouseKeys } from './receipts.ts'

/** What each file of a signed statement names beside it. */
export interface UnderHead {
  /** Signed note of the log's newest checkpoint at the time of the answer. */
  head: string
  keys: HouseKeys
}

/** Whether an outside value has the form of a file. Never throws, whatever the value's fields do. */
export function isFormed(value: unknown, isFile: Check): boolean {
  try {
    return isFile(value)
  } catch {
    return false
  }
}

/** Whether a receipts key (hex) signed a statement's canonical text. */
export function isTextSigned(
  text: string,
  signature: string,
  receiptsKey: string,
  crypto: Pick<Crypto, 'verifyEd25519'>,
): boolean {
  return crypto.verifyEd25519(bytes(signature), asciiBytes(text), bytes(receiptsKey))
}

/** Whether the log's key that a file names signed its head. */
export function isHeadSigned({ head, keys }: UnderHead, crypto: Crypto): boolean {
  return openCheckpoint(head, checkpointKey(keys.origin, keys.log, crypto.sha256), crypto) !== null
}

/** The fault of the house's answer to what was asked; null when it is sound. */
export function problemOf<T extends UnderHead>(
  file: T | null,
  isAsked: (file: T) => boolean,
  isSigned: (file: T) => boolean,
  crypto: Crypto,
): PromiseProblem | null {
  if (!file) return 'unreadable'
  if (!isAsked(file)) return 'other_terms'
  return isSigned(file) && isHeadSigned(file, crypto) ? null : 'not_signed'
}
