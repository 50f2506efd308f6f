import type { ShownBatch } from '@tickmark/core/receipts/batches'
import { segmentOf } from '../../market/log/proof.ts'
import type { OrderPorts } from '../order/ports.ts'
import { ticketSeqs } from '../order/store.ts'
import { placeInLog } from './receipts.ts'

/**
 * The `tickets` entry with a batch, in the log of `size` entries, and the batch's place in it; the last of those entries
 * while none has the batch. Null before the first head, or for no entries.
 */
export async function ticketBatchAt(
  { batch, size }: { batch: number; size: number },
  { db, prices }: Pick<OrderPorts, 'db' | 'prices'>,
): Promise<ShownBatch | null> {
  const most = Math.min(size, prices.head()?.size ?? 0)
  if (most === 0) return null
  const seq = (await ticketSeqs(db, [batch])).get(batch)
  if (seq === undefined || seq > most)
    return { segment: await segmentOf(db, { from: most, to: most }, most), place: null }
  const [segment, place] = await Promise.all([
    segmentOf(db, { from: seq, to: seq }, most),
    placeInLog({ db }, 'ticket_batch', { id: batch }, seq),
  ])
  return { segment, place }
}
