import { hexOf } from '@tickmark/core/bytes'
import { hashTree } from '@tickmark/core/log/merkle'
import type { ShownBatch } from '@tickmark/core/receipts/batches'
import type { AnswerLeaf } from '@tickmark/core/receipts/receiptLog'
import type { PlaceInLog } from '@tickmark/core/receipts/receipts'
import { segmentOf } from '../../market/log/proof.ts'
import { sha256 } from '../../platform/sha256.ts'
import { loggedRefusals, refusalSeq } from '../consent/refusalStore.ts'
import type { OrderPorts } from '../order/ports.ts'
import { batchSeq } from '../order/store.ts'
import { placeInLog } from './receipts.ts'

type LogDeps = Pick<OrderPorts, 'db' | 'prices'>

const TABLES = { tickets: 'ticket_batch', receipts: 'receipt_batch' } as const

/**
 * The log entry that has a batch or a refusal, among the first `size` entries, and its position there; the last of those entries
 * while none has it. Null before the first head, or when `size` is 0.
 */
export async function loggedAnswerAt(
  { kind, number, size }: { kind: AnswerLeaf['kind']; number: number; size: number },
  deps: LogDeps,
): Promise<ShownBatch | null> {
  const { db, prices } = deps
  const most = Math.min(size, prices.head()?.size ?? 0)
  if (most === 0) return null
  const seq = kind === 'refusals' ? await refusalSeq(db, number) : await batchSeq(db, TABLES[kind], number)
  if (seq === null || seq > most)
    return { segment: await segmentOf(db, { from: most, to: most }, most), place: null }
  const [segment, place] = await Promise.all([
    segmentOf(db, { from: seq, to: seq }, most),
    kind === 'refusals'
      ? placeOfRefusal(number, seq, deps)
      : placeInLog({ db }, TABLES[kind], { id: number }, seq),
  ])
  return { segment, place }
}

async function placeOfRefusal(number: number, seq: number, { db }: LogDeps): Promise<PlaceInLog> {
  const logged = await loggedRefusals(db, seq)
  const index = logged.findIndex((one) => one.number === number)
  const tree = hashTree(
    logged.map(({ leaf }) => leaf),
    sha256,
  )
  return { index, count: tree.count, path: tree.path(index).map(hexOf) }
}
