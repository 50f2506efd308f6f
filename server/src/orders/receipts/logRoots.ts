import { hexOf } from '@tickmark/core/bytes'
import { merkleRoot } from '@tickmark/core/log/merkle'
import type { Tx } from '../../db/pool.ts'
import type { LogDraft } from '../../market/log/log.ts'
import { sha256 } from './signedBatches.ts'
import { markLogged, unloggedBatches } from './batchStore.ts'

/** Log entries for ticket batches committed since the last call; call it before every tick. */
export function collectTickets(tx: Tx): Promise<LogDraft[]> {
  return collect(tx, 'tickets', 'ticket_batch')
}

/** The same for batches of receipts. */
export function collectReceipts(tx: Tx): Promise<LogDraft[]> {
  return collect(tx, 'receipts', 'receipt_batch')
}

/**
 * Makes one entry for all batches visible to this transaction without an entry, by number. Batches commit in another
 * order than their numbers: a late one goes into the next entry. So `first` and `last` of entries may overlap; the
 * marked rows are authoritative.
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
