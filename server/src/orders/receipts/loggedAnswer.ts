import type { ShownBatch } from '@tickmark/core/receipts/batches'
import type { LoggedLeaf } from '@tickmark/core/receipts/receiptLog'
import type { PlaceInLog } from '@tickmark/core/receipts/receipts'
import { placeUnder, segmentOf } from '../../market/log/proof.ts'
import { loggedRefusals, refusalSeq } from '../consent/refusalStore.ts'
import type { OrderPorts } from '../order/ports.ts'
import { batchSeq } from '../order/store.ts'
import { placeInLog } from './receipts.ts'

type LogDeps = Pick<OrderPorts, 'db' | 'prices' | 'placeOfPromise'>

/** The kinds of entries that have answers. */
type Kind = Exclude<LoggedLeaf['kind'], 'hostings'>

const TABLES = { tickets: 'ticket_batch', receipts: 'receipt_batch' } as const

/**
 * The log entry that has a batch, a refusal or the promise of a withdrawal, among the first `size` entries, and its position there;
 * the last of those entries while none has it. Null before the first head, or when `size` is 0.
 */
export async function loggedAnswerAt(
  { kind, number, size }: { kind: Kind; number: number; size: number },
  deps: LogDeps,
): Promise<ShownBatch | null> {
  const { db, prices } = deps
  const most = Math.min(size, prices.head()?.size ?? 0)
  if (most === 0) return null
  const found = await placeOf(kind, number, deps)
  if (found === null || found.seq > most)
    return { segment: await segmentOf(db, { from: most, to: most }, most), place: null }
  const { seq, place } = found
  return { segment: await segmentOf(db, { from: seq, to: seq }, most), place }
}

/** The log entry that has an answer, and the answer's place in it; null while none has it. */
async function placeOf(
  kind: Kind,
  number: number,
  deps: LogDeps,
): Promise<{ seq: number; place: PlaceInLog } | null> {
  const { db } = deps
  if (kind === 'withdrawals') return deps.placeOfPromise(db, number)
  const seq = kind === 'refusals' ? await refusalSeq(db, number) : await batchSeq(db, TABLES[kind], number)
  if (seq === null) return null
  const place =
    kind === 'refusals'
      ? await placeOfRefusal(number, seq, deps)
      : await placeInLog({ db }, TABLES[kind], { id: number }, seq)
  return { seq, place }
}

async function placeOfRefusal(number: number, seq: number, { db }: LogDeps): Promise<PlaceInLog> {
  const logged = await loggedRefusals(db, seq)
  return placeUnder(
    logged.map(({ leaf }) => leaf),
    logged.findIndex((one) => one.number === number),
  )
}
