import { sql } from 'kysely'
import type { Reader } from '../db/pool.ts'

/** Text of the newest `audited` entry among the first `size` of the log; null without one. */
export async function newestAudited(reader: Reader, size: number): Promise<string | null> {
  const { rows } = await sql<{ body: string }>`
    select body from log_entry where kind = 'audited' and kind <> 'tick' and seq <= ${BigInt(size)}::bigint
    order by log_entry.seq desc limit 1`.execute(reader)
  return rows[0]?.body ?? null
}
