import { sql, type Selectable } from 'kysely'
import type { Reader } from '../db/pool.ts'
import type { Finding } from '../module/finding.ts'
import { findingsIn, type FindingRow } from '../module/findingStore.ts'
import { refusalOfRow, type StoredRefusal } from './consent/refusalStore.ts'
import type { OrderRefusalTable } from './consent/tables.ts'

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

/** Refusals that name a log entry of another kind, or none that exists. */
export function refusalsElsewhere(reader: Reader): Promise<Finding[]> {
  const query = sql<FindingRow>`
    select 'refusal ' || r.number as "where", 'refusals entry ' || r.log_seq as expected, coalesce(e.kind, 'none') as found
    from order_refusal r left join log_entry e on e.seq = r.log_seq
    where r.log_seq is not null and e.kind is distinct from 'refusals'`
  return findingsIn(reader, 'entry = refusals', query)
}

/** Orders that were placed, and consents that were acted on, although the house had refused them. */
export function refusedYetDone(reader: Reader): Promise<Finding[]> {
  const query = sql<FindingRow>`
    select 'refusal ' || r.number as "where", 'not carried out' as expected,
      case when o.id is not null then 'order ' || o.id else 'a consent that was acted on' end as found
    from order_refusal r left join orders o on o.id = r.asked
    left join order_consent c on c.order_id = r.order_id and c.asked = r.asked
    where o.id is not null or c.refused is not true`
  return findingsIn(reader, 'refused = not done', query)
}
