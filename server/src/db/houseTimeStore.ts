import type { ToldTime } from '@tickmark/core/market/clocks'
import { sql } from 'kysely'
import type { Db } from './pool.ts'

/** What the writer of the log tells the other processes, and the next start, of the house's time. */
export interface ToldTimeStore {
  /** Null before the first writer. */
  read(): Promise<ToldTime | null>
  /** Only the process that writes the log may call it. */
  write(told: ToldTime): Promise<void>
}

export function toldTime(db: Db): ToldTimeStore {
  return {
    async read() {
      const { rows } = await sql<{ lead: bigint; agreed: boolean }>`
        select lead_ms as lead, is_agreed as agreed from house_time`.execute(db)
      const row = rows[0]
      return row ? { leadMs: Number(row.lead), isAgreed: row.agreed } : null
    },
    async write({ leadMs, isAgreed }) {
      await sql`
        insert into house_time (lead_ms, is_agreed) values (${BigInt(leadMs)}, ${isAgreed})
        on conflict (only_row) do update set lead_ms = excluded.lead_ms, is_agreed = excluded.is_agreed`.execute(
        db,
      )
    },
  }
}
