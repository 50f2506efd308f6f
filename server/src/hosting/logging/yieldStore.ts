import { sql } from 'kysely'
import type { Reader } from '../../db/pool.ts'

/** The `trades` log entries between two entries that hold any line with these numbers, and the numbers of all their lines. */
export async function tradesEntries(
  reader: Reader,
  { first, last, afterSeq, toSeq }: { first: number; last: number; afterSeq: number; toSeq: number },
): Promise<{ seq: number; at: number; first: number; last: number }[]> {
  const { rows } = await sql<{ seq: bigint; at: bigint; first: number; last: number }>`
    select seq, at, (body::jsonb->>'first')::float as first, (body::jsonb->>'last')::float as last
    from log_entry where kind = 'trades' and kind <> 'tick' and seq > ${afterSeq}::bigint and seq < ${toSeq}::bigint
      and (body::jsonb->>'last')::bigint >= ${first}::bigint and (body::jsonb->>'first')::bigint <= ${last}::bigint
    order by seq`.execute(reader)
  return rows.map((row) => ({ ...row, seq: Number(row.seq), at: Number(row.at) }))
}

/** The log entries that committed to days of the simulated market and revealed them. */
export async function marketEntries(reader: Reader, days: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ seq: bigint }>`
    select seq from log_day where day = any(${[...days]}::text[]) order by seq`.execute(reader)
  return rows.map((row) => Number(row.seq))
}
