import { sql } from 'kysely'
import type { Reader } from '../../db/pool.ts'
import type { Audited } from './auditRunStore.ts'

/**
 * The newest run without findings that ended by this time, when the log lacks it and it follows the log's newest `audited` entry
 * (`followsAudited`); otherwise null. After a clock was set back, runs follow again once they have passed that entry.
 */
export async function unloggedAudit(reader: Reader, atMs: number): Promise<Audited | null> {
  const { rows } = await sql<Record<keyof Audited, string>>`
    with logged as (
      select body::jsonb as body from log_entry where kind = 'audited' and kind <> 'tick' order by seq desc limit 1),
    last as (
      select coalesce(max((body ->> 'size')::bigint), 0) as size, coalesce(max((body ->> 'until')::bigint), 0) as until,
        coalesce(max((body ->> 'whole')::bigint), 0) as whole from logged)
    select log_size::text as size, until_ms::text as until, whole_ms::text as whole, encode(balances, 'hex') as balances,
      liabilities::text
    from audit_run
    where until_ms > (select until from last) and until_ms <= ${BigInt(atMs)}::bigint and ended_ms <= ${BigInt(atMs)}::bigint
      and whole_ms between (select whole from last) and ${BigInt(atMs)}::bigint and log_size >= (select size from last)
    order by until_ms desc, id desc limit 1`.execute(reader)
  const [row] = rows
  if (!row) return null
  const { size, until, whole, balances } = row
  const liabilities = JSON.parse(row.liabilities) as Audited['liabilities']
  return { size: Number(size), until: Number(until), whole: Number(whole), balances, liabilities }
}

/** Texts of the `audited` entries after a place, in order, with the last one up to it. */
export async function auditedFrom(
  reader: Reader,
  afterSeq: number,
): Promise<{ seq: number; body: string }[]> {
  const { rows } = await sql<{ seq: string; body: string }>`
    select seq::text, body from log_entry
    where kind = 'audited' and kind <> 'tick' and seq >= coalesce((
      select max(seq) from log_entry where kind = 'audited' and kind <> 'tick' and seq <= ${BigInt(afterSeq)}::bigint), 0)
    order by log_entry.seq`.execute(reader)
  return rows.map(({ seq, body }) => ({ seq: Number(seq), body }))
}

/** Numbers of the `audited` entries after a place for which there is no earlier run without findings. */
export async function auditedWithoutRun(reader: Reader, afterSeq: number, most: number): Promise<number[]> {
  const { rows } = await sql<{ seq: string }>`
    with told as (
      select seq, at, body::jsonb as body from log_entry
      where kind = 'audited' and kind <> 'tick' and seq > ${BigInt(afterSeq)}::bigint)
    select seq::text from told
    where not exists (
      select from audit_run r
      where r.until_ms = (told.body ->> 'until')::bigint and r.log_size = (told.body ->> 'size')::bigint
        and r.whole_ms = (told.body ->> 'whole')::bigint and encode(r.balances, 'hex') = told.body ->> 'balances'
        and r.liabilities = told.body -> 'liabilities' and r.findings = 0 and r.ended_ms <= told.at)
    order by told.seq limit ${most}`.execute(reader)
  return rows.map(({ seq }) => Number(seq))
}
