import { isPassing } from '../db/failures.ts'
import { WriterFull } from '../ledger/batchWriter.ts'

/** Whether a failure passes by itself, so that a call is answered as busy and may be repeated. */
export function isTransient(thrown: unknown): boolean {
  return isPassing(thrown) || thrown instanceof WriterFull
}
