import { sql } from 'kysely'
import { triggerBodies } from './migrate.ts'
import type { Reader } from './pool.ts'

/**
 * Those of these triggers that are missing or disabled, as "table.trigger". One that calls anything but the function of our
 * migrations counts as missing: the owner of the tables could replace the function by one that lets everything pass.
 */
export async function missingTriggers(reader: Reader, wanted: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string; calls: string; body: string }>`
    select c.relname || '.' || t.tgname as name, p.proname as calls, p.prosrc as body
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where t.tgenabled in ('O', 'A') and c.relnamespace = current_schema()::regnamespace`.execute(reader)
  const ours = triggerBodies()
  const there = new Set(rows.filter(({ calls, body }) => ours.get(calls) === body).map((row) => row.name))
  return wanted.filter((name) => !there.has(name))
}
