import { type RawBuilder, sql } from 'kysely'
import type { Cause } from '@tickmark/core/ledger/accounts'
import { CAUSES } from '@tickmark/core/ledger/accounts'
import type { AuditedPart } from '../module/auditRule.ts'

/**
 * The transfers of some causes that an audit compares with their rows. All of them; or since an earlier audit, the new ones and
 * those with refs in `rows` (a small table's refs, or the changed ones of a large table). Indexes find both.
 */
export function auditedTransfers(
  causes: readonly Cause[],
  since: AuditedPart | null,
  rows: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const codes = sql.raw(causes.map((cause) => CAUSES[cause]).join(', '))
  if (since === null) return sql`(select * from transfer where cause in (${codes}))`
  return sql`(select found.* from (
      select ref from (${rows}) as known (ref)
      union select ref from transfer where at_ms > ${since.atMs}::bigint and cause in (${codes})) asked
    join transfer found on found.ref = asked.ref and found.cause in (${codes}))`
}
