import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../db/pool.ts'
import { type Finding, MOST_FINDINGS } from './finding.ts'

/** A row of a query for findings, in its columns `where`, `expected` and `found`. */
export type FindingRow = Omit<Finding, 'rule'>

/** Some findings of a rule: each row of the query is one. */
export async function findingsIn(
  reader: Reader,
  rule: string,
  query: RawBuilder<FindingRow>,
): Promise<Finding[]> {
  const { rows } = await sql<FindingRow>`select * from (${query}) as one limit ${MOST_FINDINGS}`.execute(
    reader,
  )
  return rows.map((row) => ({ rule, ...row }))
}
