import { sql } from 'kysely'
import type { Reader } from '../db/pool.ts'

/** Numbers of the log entries of a day's lines: `trades` entries that have any of them, up to the day's own entry. */
export async function tradesEntries(
  reader: Reader,
  { first, last, fromMs, toSeq }: { first: number; last: number; fromMs: number; toSeq: number },
): Promise<{ seq: number; at: number; first: number; last: number }[]> {
  const { rows } = await sql<{ seq: bigint; at: bigint; first: number; last: number }>`
    select seq, at, (body::jsonb->>'first')::float as first, (body::jsonb->>'last')::float as last
    from log_entry where kind = 'trades' and kind <> 'tick' and at >= ${fromMs}::bigint and seq < ${toSeq}::bigint
      and (body::jsonb->>'last')::bigint >= ${first}::bigint and (body::jsonb->>'first')::bigint <= ${last}::bigint
    order by seq`.execute(reader)
  return rows.map((row) => ({ ...row, seq: Number(row.seq), at: Number(row.at) }))
}

/** Numbers of the `yield` entry of a day, and of the commitments to and reveals of days of the simulated market. */
export async function dayEntries(
  reader: Reader,
  { yieldOf, marketOf }: { yieldOf: string; marketOf: readonly string[] },
): Promise<number[]> {
  const { rows } = await sql<{ seq: bigint }>`
    select seq from log_entry where kind = 'yield' and kind <> 'tick' and body::jsonb->>'day' = ${yieldOf}
    union all select seq from log_day where day = any(${[...marketOf]}::text[])
    order by 1`.execute(reader)
  return rows.map((row) => Number(row.seq))
}
