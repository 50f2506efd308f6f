import { sql } from 'kysely'
import { readLastTickAt } from '../../market/store.ts'
import type { Reader } from '../../db/pool.ts'
import type { Finding } from '../../module/finding.ts'
import { findingsIn, type FindingRow } from '../../module/findingStore.ts'

/** The log takes batches and refusals with its next tick. What it still lacks after this time of ticks is a finding. */
const LATE_MS = 300_000

/** Batches of tickets and receipts, and refusals, that the log lacks although it went on. */
export async function unloggedTooLong(reader: Reader): Promise<Finding[]> {
  const lastMs = await readLastTickAt(reader)
  if (lastMs === null) return []
  return [
    ...(await lateTickets(reader, lastMs)),
    ...(await lateReceipts(reader, lastMs)),
    ...(await lateRefusals(reader, lastMs)),
  ]
}

/** Batches have no time of their own: it is that of the orders which they placed or ended, looked up batch by batch (`offset 0`). */
function lateTickets(reader: Reader, lastMs: number): Promise<Finding[]> {
  const query = sql<FindingRow>`
    select 'batch ' || b.id as "where", 'a tickets entry' as expected, 'none' as found
    from ticket_batch b where b.log_seq is null and exists (
      select from order_posting p cross join unnest(p.ids) as each (id) join placed_order o on o.id = each.id
      where p.batch = b.id and p.cause = 1 and o.accepted_at_ms < ${lastMs - LATE_MS}::bigint offset 0)`
  return findingsIn(reader, 'log = batches', query)
}

/** An end that is told from far beyond the newest tick was none yet: then the order's due second counts. */
function lateReceipts(reader: Reader, lastMs: number): Promise<Finding[]> {
  const query = sql<FindingRow>`
    select 'batch ' || b.id as "where", 'a receipts entry' as expected, 'none' as found
    from receipt_batch b where b.log_seq is null and exists (
      select from order_posting p cross join unnest(p.ids) as each (id) join settled_order o on o.id = each.id
      where p.batch = b.id and p.cause = 2 and ${lastMs - LATE_MS}::bigint >
        case when o.settled_at_ms > ${lastMs + LATE_MS}::bigint then o.due_at_ms else o.settled_at_ms end offset 0)`
  return findingsIn(reader, 'log = batches', query)
}

function lateRefusals(reader: Reader, lastMs: number): Promise<Finding[]> {
  const query = sql<FindingRow>`
    select 'refusal ' || number as "where", 'a refusals entry' as expected, 'none' as found
    from order_refusal where log_seq is null and at_ms < ${lastMs - LATE_MS}::bigint`
  return findingsIn(reader, 'log = refusals', query)
}
