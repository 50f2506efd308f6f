import { asciiBytes } from '@tickmark/core/bytes'
import { leafHash } from '@tickmark/core/log/tree/tree'
import type { PlaceInLog } from '@tickmark/core/receipts/receipts'
import type { Reader } from '../../db/pool.ts'
import { placeUnder } from '../../market/log/proof.ts'
import { sha256 } from '../../platform/sha256.ts'
import { promisesUnder, promiseSeq } from './promiseStore.ts'

/** The log entry that has a promise, and the promise's place in it; null while none has it. */
export async function placeOfPromise(
  reader: Reader,
  number: number,
): Promise<{ seq: number; place: PlaceInLog } | null> {
  const seq = await promiseSeq(reader, number)
  if (seq === null) return null
  const under = await promisesUnder(reader, seq)
  const place = placeUnder(
    under.map(({ text }) => leafHash(asciiBytes(text), sha256)),
    under.findIndex((one) => one.number === number),
  )
  return { seq, place }
}
