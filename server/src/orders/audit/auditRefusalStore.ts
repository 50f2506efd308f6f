import { sql, type Selectable } from 'kysely'
import type { Reader } from '../../db/pool.ts'
import type { AuditedPart } from '../../module/auditRule.ts'
import type { Finding } from '../../module/finding.ts'
import { findingsIn, type FindingRow } from '../../module/findingStore.ts'
import { refusalOfRow, type StoredRefusal } from '../consent/refusalStore.ts'
import type { OrderRefusalTable } from '../consent/tables.ts'

/** A `refusals` entry of the log with the refusals that name it, by number. */
export interface LoggedRefusals {
  seq: number
  body: string
  refusals: (StoredRefusal & { leaf: Uint8Array })[]
}

const ENTRIES = 500

/** The next `refusals` entries after a place in the log. */
export async function refusalsAfter(reader: Reader, after: number): Promise<LoggedRefusals[]> {
  const { rows } = await sql<
    { seq: bigint; body: string } & (Selectable<OrderRefusalTable> & { hash: Buffer })
  >`
    select e.seq, e.body, r.*, c.hash
    from (select seq, body from log_entry where kind = 'refusals' and kind <> 'tick' and seq > ${after}
      order by seq limit ${ENTRIES}) e
    left join order_refusal r on r.log_seq = e.seq left join order_consent c using (order_id, asked)
    order by e.seq, r.number`.execute(reader)
  const entries = new Map<number, LoggedRefusals>()
  for (const row of rows) {
    const entry = entries.get(Number(row.seq)) ?? { seq: Number(row.seq), body: row.body, refusals: [] }
    if (row.order_id !== null) entry.refusals.push({ ...refusalOfRow(row), leaf: row.leaf })
    entries.set(entry.seq, entry)
  }
  return [...entries.values()]
}

/** Refusals that name a log entry of another kind or a missing one, among the entries after `afterSeq` and those before the first. */
export function refusalsElsewhere(reader: Reader, afterSeq: number): Promise<Finding[]> {
  const query = sql<FindingRow>`
    select 'refusal ' || r.number as "where", 'refusals entry ' || r.log_seq as expected, coalesce(e.kind, 'none') as found
    from order_refusal r left join log_entry e on e.seq = r.log_seq
    where (r.log_seq > ${afterSeq}::bigint or r.log_seq < 1) and e.kind is distinct from 'refusals'`
  return findingsIn(reader, 'entry = refusals', query)
}

/**
 * Orders and hosting orders placed, and consents carried out, despite a refusal by the house; with `since`, only pairs in which
 * either side is new.
 */
export function refusedYetDone(reader: Reader, since: AuditedPart | null): Promise<Finding[]> {
  const refusals = since === null ? sql`order_refusal` : sql`(${newlyRefusedOrDone(since)})`
  const query = sql<FindingRow>`
    select 'refusal ' || r.number as "where", 'not carried out' as expected,
      case when o.id is not null then 'order ' || o.id when h.id is not null then 'hosting order ' || h.id
        else 'a consent that was acted on' end as found
    from ${refusals} r left join placed_order o on o.id = r.asked left join hosting_order h on h.id = r.asked
    left join order_consent c on c.order_id = r.order_id and c.asked = r.asked
    where o.id is not null or h.id is not null or c.refused is not true`
  return findingsIn(reader, 'refused = not done', query)
}

const newlyRefusedOrDone = ({ atMs, logSize }: AuditedPart) => sql`
  select * from order_refusal where coalesce(log_seq, ${logSize + 1}::bigint) > ${logSize}::bigint
  union select r.* from placed_order o join order_refusal r on r.order_id = o.id and r.asked = o.id
    where o.accepted_at_ms > ${atMs}::bigint
  union select r.* from hosting_order h join order_refusal r on r.order_id = h.id and r.asked = h.id
    where h.placed_at_ms > ${atMs}::bigint`
