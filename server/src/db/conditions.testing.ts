import { sql } from 'kysely'
import type { Reader } from './pool.ts'

/** Columns of a row as JSON; the others are null, so conditions on them pass. */
export type Row = Record<string, unknown>

/** The names of a table's conditions that refuse each row. */
export async function refusals(reader: Reader, table: string, rows: readonly Row[]): Promise<string[][]> {
  const { rows: checks } = await sql<{ name: string; text: string }>`
    select conname as name, pg_get_expr(conbin, conrelid) as text from pg_constraint
    where contype = 'c' and conrelid = ${table}::regclass order by conname`.execute(reader)
  const facts = checks.map(({ text }) => `(${text})`).join(', ')
  const { rows: found } = await sql<{ facts: (boolean | null)[] }>`
    select array[${sql.raw(facts)}] as facts
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as given (given_row, given_place),
      lateral jsonb_populate_record(null::${sql.raw(table)}, given_row) order by given_place`.execute(reader)
  return found.map((one) => checks.filter((_, at) => one.facts[at] === false).map(({ name }) => name))
}

/** Every condition of every table, as `table.name`. */
export async function allConditions(reader: Reader): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select conrelid::regclass || '.' || conname as name from pg_constraint
    where contype = 'c' and connamespace = 'public'::regnamespace order by 1`.execute(reader)
  return rows.map(({ name }) => name)
}

interface Column {
  table: string
  name: string
  type: string
}

/** The types of all columns, by `table.name`. */
export async function columnTypes(reader: Reader): Promise<Map<string, string>> {
  const { rows } = await sql<Column>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0`.execute(reader)
  return new Map(rows.map(({ table, name, type }) => [`${table}.${name}`, type]))
}

/** A value of a column with this length. */
export function ofLength(type: string | undefined, length: number): unknown {
  if (type === 'bytea') return bytes(length)
  if (type?.endsWith('[]')) {
    return Array.from({ length }, () => (type === 'uuid[]' ? '00000000-0000-4000-8000-000000000000' : 'x'))
  }
  return 'x'.repeat(length)
}

export const bytes = (length: number) => `\\x${'61'.repeat(length)}`

/** Conditions under which a table's triggers act on a change, as `table: condition`. */
export async function actingOn(
  reader: Reader,
  trigger: { table: string; says: string },
  [old, changes]: readonly [Row, Row],
): Promise<boolean | null> {
  const { rows } = await sql<{ text: string }>`
    select pg_get_triggerdef(oid) as text from pg_trigger
    where tgrelid = ${trigger.table}::regclass and not tgisinternal`.execute(reader)
  const conditions = rows.flatMap(({ text }) => {
    const [, condition, action = ''] = /WHEN \((.*)\) EXECUTE FUNCTION (.*)$/s.exec(text) ?? []
    return condition !== undefined && action.includes(trigger.says) ? [condition] : []
  })
  if (conditions.length === 0) return null
  const table = sql.raw(trigger.table)
  const { rows: found } = await sql<{ acts: boolean }>`
    select coalesce(${sql.raw(conditions.map((one) => `(${one})`).join(' or '))}, false) as acts
    from jsonb_populate_record(null::${table}, ${JSON.stringify(old)}::jsonb) as old,
      jsonb_populate_record(null::${table}, ${JSON.stringify({ ...old, ...changes })}::jsonb) as new`.execute(
    reader,
  )
  return found[0]?.acts ?? null
}
