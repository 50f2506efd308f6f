import { sql } from 'kysely'
import type { Reader } from './pool.ts'
import type { Schema } from './schema.ts'

/** Up to this many rows are counted one by one. */
const EXACT = 20_000

/** Number of rows of a table: exact while they are few, then the planner's estimate, which may be some percent off. */
export async function roughCount(reader: Reader, table: keyof Schema): Promise<number> {
  const { rows } = await sql<{ rough: number; exact: bigint | null }>`
    with known as (select reltuples as rough from pg_class where oid = ${table}::regclass)
    select rough, case when rough < ${EXACT} then (
      select count(*) from (select from ${sql.table(table)} limit ${sql.lit(EXACT + 1)}) as a_few) end as exact
    from known`.execute(reader)
  const { rough = 0, exact = null } = rows[0] ?? {}
  return exact === null ? rough : Math.max(Number(exact), rough)
}
