import { sql } from 'kysely'
import type { Reader } from './pool.ts'

/** Those of these triggers that are missing or disabled, as "table.trigger". */
export async function missingTriggers(reader: Reader, wanted: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname || '.' || t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgenabled in ('O', 'A') and c.relnamespace = current_schema()::regnamespace`.execute(reader)
  const there = new Set(rows.map((row) => row.name))
  return wanted.filter((name) => !there.has(name))
}
