import { sql } from 'kysely'
import type { Reader } from '../db/pool.ts'
import type { Finding } from '../module/finding.ts'
import { findingsIn, type FindingRow } from '../module/findingStore.ts'
import type {} from './tables.ts'

/** Clocks of several processes differ by at most half a second. */
const CLOCKS_APART_MS = 1_000

/** Orders accepted in a pause of their owner. The row of a user has only the pause that he began or extended last. */
export function ordersInPauses(reader: Reader): Promise<Finding[]> {
  const isInPause = sql`o.user_id = b.user_id and o.accepted_at_ms > b.changed_at_ms + ${CLOCKS_APART_MS}::int
    and o.accepted_at_ms < greatest(b.until_ms, b.excluded_until_ms)`
  // An id's time is up to 5 s before or after the acceptance of its order. Orders are found by the runs of ids that a pause touches.
  const query = sql<FindingRow>`
    select 'order ' || o.id as "where", 'none until ' || greatest(b.until_ms, b.excluded_until_ms) as expected,
      'accepted at ' || o.accepted_at_ms as found
    from user_break b cross join lateral (select id from placed_order order by id desc limit 1) as newest
      cross join generate_series(run_of_id(first_order_id(b.changed_at_ms - 5000)),
        run_of_id(least(newest.id, first_order_id(greatest(b.until_ms, b.excluded_until_ms) + 5000)))) as run
      join placed_order o on run_of_id(o.id) = run and ${isInPause}`
  return findingsIn(reader, 'pause = no orders', query)
}
