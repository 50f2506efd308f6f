import { hexOf } from '@tickmark/core/bytes'
import { merkleRoot } from '@tickmark/core/log/merkle'
import type { Tx } from '../../db/pool.ts'
import type { LogDraft } from '../../market/log.ts'
import { sha256 } from './signedBatches.ts'
import { markLogged, unloggedBatches } from './batchStore.ts'

/** What is to be logged of the ticket batches that were committed since the last time; call it before every tick. */
export function collectTickets(tx: Tx): Promise<LogDraft[]> {
  return collect(tx, 'tickets', 'ticket_batch')
}

/** The same for batches of receipts. */
export function collectReceipts(tx: Tx): Promise<LogDraft[]> {
  return collect(tx, 'receipts', 'receipt_batch')
}

/**
 * One entry for all batches that this transaction can see and that have no entry yet, in the order of their numbers.
 * Batches are not committed in that order: one that comes late has no entry yet and goes into the next, whatever
 * its number; `first` and `last` of entries may therefore overlap, the marked rows decide.
 */
async function collect(
  tx: Tx,
  kind: 'tickets' | 'receipts',
  table: 'ticket_batch' | 'receipt_batch',
): Promise<LogDraft[]> {
  const rows = await unloggedBatches(tx, table)
  const first = rows[0]
  const last = rows.at(-1)
  if (!first || !last) return []
  const root = hexOf(
    merkleRoot(
      rows.map((row) => row.root),
      sha256,
    ),
  )
  const ids = rows.map((row) => row.id)
  const onLogged = (logTx: Tx, seq: number) => markLogged(logTx, table, ids, seq)
  return [
    { entry: { kind, count: rows.length, first: Number(first.id), last: Number(last.id), root }, onLogged },
  ]
}
