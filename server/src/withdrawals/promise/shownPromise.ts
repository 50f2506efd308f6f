import { asciiBytes, hexOf } from '@tickmark/core/bytes'
import { hashTree } from '@tickmark/core/log/tree/merkle'
import { leafHash } from '@tickmark/core/log/tree/tree'
import type { PlaceInLog } from '@tickmark/core/receipts/receipts'
import type { Reader } from '../../db/pool.ts'
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
  const leaves = under.map(({ text }) => leafHash(asciiBytes(text), sha256))
  const tree = hashTree(leaves, sha256)
  const index = under.findIndex((one) => one.number === number)
  return { seq, place: { index, count: tree.count, path: tree.path(index).map(hexOf) } }
}
