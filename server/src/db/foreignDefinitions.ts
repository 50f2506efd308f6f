import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { functionDefinitions } from './functionDefinitions.ts'
import { ourTables, ourViews } from './migrate.ts'
import type { Reader } from './pool.ts'

/**
 * Definitions that are missing, added or other than our migrations make them. Of our tables: columns, constraints, triggers, and
 * the indexes that refuse or run something, as "table.name"; our views, as "view name"; and functions, as "function
 * name(parameters)". The owner of the tables could drop one, replace it by a weaker or a false one, or add one that refuses or
 * loses rows.
 */
export async function foreignDefinitions(reader: Reader): Promise<string[]> {
  const found = new Set(await readDefinitions(reader))
  const ours = ourDefinitions()
  const others = [...ours.symmetricDifference(found)]
  return [...new Set(others.map((line) => line.slice(0, line.indexOf(': '))))].toSorted()
}

/** All definitions as "name: definition", in PostgreSQL's words, each on one line. */
export async function readDefinitions(reader: Reader): Promise<string[]> {
  const decompiled = [...(await tableDefinitions(reader)), ...(await viewDefinitions(reader))]
  const lines = decompiled.map((line) => line.replaceAll(/\n */g, ' '))
  return [...lines, ...(await functionDefinitions(reader))].toSorted()
}

/**
 * The word OFF marks a disabled trigger, a foreign key with a disabled trigger, and an invalid index. Leaves out the indexes of
 * constraints, and those that only find rows: not unique, over all rows, by plain columns. Includes statistics on expressions,
 * because these run functions.
 */
async function tableDefinitions(reader: Reader): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with our as (
      select oid, relname::text as place from pg_class
      where relname = any(${ourTables()}::text[]) and relnamespace = current_schema()::regnamespace)
    select place || '.' || name || ': ' || definition as line from our, lateral (
      select attname, concat_ws(' ', format_type(atttypid, atttypmod),
        'COLLATE ' || case when attcollation <> typcollation then attcollation::regcollation end,
        case when attnotnull then 'NOT NULL' end, 'IDENTITY ' || nullif(attidentity::text, ''),
        case when attgenerated = '' then 'DEFAULT ' else 'GENERATED ' end || pg_get_expr(adbin, adrelid))
      from pg_attribute join pg_type t on t.oid = atttypid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attrelid = our.oid and attnum > 0 and not attisdropped
      union all
      select conname, pg_get_constraintdef(c.oid) || case when exists (
        select from pg_trigger where tgconstraint = c.oid and tgenabled not in ('O', 'A')) then ' OFF' else '' end
      from pg_constraint c where conrelid = our.oid and (contype in ('c', 'p', 'u', 'f', 'x') or not convalidated)
      union all
      select relname, pg_get_indexdef(indexrelid, 0, true) || case when indisvalid then '' else ' OFF' end
      from pg_index join pg_class c on c.oid = indexrelid
      where indrelid = our.oid and (indisunique or indexprs is not null or indpred is not null)
        and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
      union all
      select stxname, pg_get_statisticsobjdef(oid) from pg_statistic_ext where stxrelid = our.oid and stxexprs is not null
      union all
      select tgname, pg_get_triggerdef(oid, true) || case when tgenabled in ('O', 'A') then '' else ' OFF' end
      from pg_trigger where tgrelid = our.oid and not tgisinternal
    ) it (name, definition)`.execute(reader)
  return rows.map(({ line }) => line)
}

/** Our views, with their options. A view that another object hides, or that is no view, counts as missing. */
async function viewDefinitions(reader: Reader): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select 'view ' || relname || ': ' || concat_ws(' ', reloptions::text, ltrim(pg_get_viewdef(oid))) as line from pg_class
    where relname = any(${ourViews()}::text[]) and relnamespace = current_schema()::regnamespace and relkind = 'v'
      and pg_table_is_visible(oid)`.execute(reader)
  return rows.map(({ line }) => line)
}

let read: Set<string> | null = null

/** The definitions that our migrations make, from a file. `foreignDefinitions.test.ts` compares the file with the migrations. */
function ourDefinitions(): Set<string> {
  const text = () => readFileSync(join(import.meta.dirname, 'definitions.txt'), 'utf8')
  return (read ??= new Set(text().split(/\r?\n/).filter(Boolean)))
}
