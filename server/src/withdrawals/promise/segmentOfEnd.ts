import type { Segment } from '@tickmark/core/receipts/receipts'
import type { Reader } from '../../db/pool.ts'
import { segmentOf } from '../../market/log/proof.ts'
import { endSeq } from './endStore.ts'

/**
 * The entry that tells how a promised withdrawal ended, in the log of `size` entries, at least 1; the last of these while none of
 * them does. Null for an unknown promise.
 */
export async function segmentOfEnd(reader: Reader, promise: number, size: number): Promise<Segment | null> {
  const ended = await endSeq(reader, promise)
  if (ended === undefined) return null
  const seq = ended !== null && ended <= size ? ended : size
  return segmentOf(reader, { from: seq, to: seq }, size)
}
