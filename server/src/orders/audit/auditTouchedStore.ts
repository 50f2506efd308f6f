import { sql } from 'kysely'
import type { Reader } from '../../db/pool.ts'
import { FIRST_ID } from '../../db/timeId.ts'
import type { AuditedPart } from '../../module/auditRule.ts'
import { pagesAhead, readAhead } from '../../module/pagesAhead.ts'

/** Ids of the open orders that are listed for their due seconds. */
export const OPEN_IDS = sql`
  select one from due_batch list cross join unnest(list.ids) as one where not exists (select from settled_order s where s.id = one)`

/** Ids of the orders placed or finished since an audit, of open ones, and of missing ones that were recorded since. */
export const touched = ({ atMs }: AuditedPart) => sql`
  select id from placed_order where accepted_at_ms > ${atMs}::bigint
  union select id from settled_order where settled_at_ms > ${atMs}::bigint
  union ${OPEN_IDS}
  union select unnest(ids) from order_posting where at_ms > ${atMs}::bigint`

/** Most ids that are kept: finding them again for each page takes longer than the page. */
const MOST_IDS = 50_000

/** What `read` finds for the touched orders, by their ids and `most` of them at a time, read ahead. */
export async function* ofTouched<Row>(
  reader: Reader,
  since: AuditedPart,
  most: number,
  read: (ids: string[]) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for await (const ids of pagesAhead<string>(MOST_IDS, (last) =>
    touchedAfter(reader, since, last ?? FIRST_ID),
  )) {
    const parts = Array.from({ length: Math.ceil(ids.length / most) }, (_, at) =>
      ids.slice(at * most, (at + 1) * most),
    )
    yield* readAhead(parts, read)
  }
}

async function touchedAfter(reader: Reader, since: AuditedPart, after: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (${touched(since)}) as each where id > ${after}::uuid order by id limit ${MOST_IDS}`.execute(
    reader,
  )
  return rows.map(({ id }) => id)
}
