import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type OurFunction, ourFunctions } from './migrate.ts'
import type { Reader } from './pool.ts'

/**
 * Those of these triggers that are missing or disabled, as "table.trigger". One that is not as our migrations make it counts as
 * missing: the owner of the tables could replace it by one that acts on other changes, at another moment or never, or its function
 * by one that lets everything pass.
 */
export async function missingTriggers(reader: Reader, wanted: readonly string[]): Promise<string[]> {
  const functions = ourFunctions()
  const ours = ourTriggers()
  const there = new Set(
    (await readTriggers(reader))
      .filter(({ name, isOn, calls, body, definition }) => {
        return isOn && functions.get(calls)?.body === body && ours.get(name) === definition
      })
      .map(({ name }) => name),
  )
  return wanted.filter((name) => !there.has(name))
}

/** A trigger as it is in the database. */
interface FoundTrigger {
  /** As "table.trigger". */
  name: string
  isOn: boolean
  calls: string
  body: string
  /** Its moment, events, columns, level, condition, function and arguments, as PostgreSQL words them. */
  definition: string
}

/** All triggers of our tables, by name. */
export async function readTriggers(reader: Reader): Promise<FoundTrigger[]> {
  const { rows } = await sql<FoundTrigger>`
    select c.relname || '.' || t.tgname as name, t.tgenabled in ('O', 'A') as "isOn", p.proname as calls, p.prosrc as body,
      pg_get_triggerdef(t.oid, true) as definition
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where not t.tgisinternal and c.relnamespace = current_schema()::regnamespace
    order by c.relname collate "C", t.tgname collate "C"`.execute(reader)
  return rows
}

let read: Map<string, string> | null = null

/** The definitions of the triggers that our migrations make. `triggers.test.ts` holds that the file is what they make. */
function ourTriggers(): Map<string, string> {
  if (read) return read
  const text = readFileSync(join(import.meta.dirname, 'triggers.txt'), 'utf8')
  const lines = text.split(/\r?\n/).filter(Boolean)
  read = new Map(lines.map((line): [string, string] => [nameIn(line), line.slice(nameIn(line).length + 2)]))
  return read
}

function nameIn(line: string): string {
  return line.slice(0, line.indexOf(': '))
}

interface FoundFunction {
  name: string
  body: string
  /** Of its parameters and of its result's columns. */
  names: readonly string[]
  /** Such as `work_mem=64MB`. */
  settings: readonly string[]
  /** Whether it belongs to an extension, or is elsewhere under a name that PostgreSQL's have not. */
  isOther: boolean
}

/**
 * Names of functions that are not as our migrations make them: replaced, missing, or made beside ours. Triggers and audits call them,
 * and the owner of the tables could replace one by another that hides what he did. A function in another schema counts where a name
 * of ours or of PostgreSQL's can find it. Those of an extension are left out, unless they have the name of one of ours.
 */
export async function foreignFunctions(reader: Reader): Promise<string[]> {
  const { rows } = await sql<FoundFunction>`
    select proname::text as name, prosrc as body, coalesce(proargnames, '{}') as names, coalesce(proconfig, '{}') as settings,
      exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
        or pronamespace <> current_schema()::regnamespace and not exists (
          select from pg_proc one where one.proname = pg_proc.proname and one.pronamespace = 'pg_catalog'::regnamespace) as "isOther"
    from pg_proc where pronamespace <> 'pg_catalog'::regnamespace and pg_function_is_visible(oid) order by 1`.execute(
    reader,
  )
  const ours = ourFunctions()
  const found = rows.filter(({ name, isOther }) => !isOther || ours.has(name))
  const there = new Set(found.map(({ name }) => name))
  const others = found.filter(
    (one, at) => one.name === found[at - 1]?.name || !isOurs(one, ours.get(one.name)),
  )
  return [...new Set(others.map(({ name }) => name)), ...[...ours.keys()].filter((name) => !there.has(name))]
}

/** Also with the same body a function does something else when its parameters change places, or names resolve elsewhere. */
function isOurs({ body, names, settings }: FoundFunction, our: OurFunction | undefined): boolean {
  if (our?.body !== body) return false
  const set = [...our.head.matchAll(/\bset (\w+) = '?(\w+)/g)].map(([, name, value]) => `${name}=${value}`)
  const words: readonly string[] = our.head.match(/\w+/g) ?? []
  let place = -1
  const areInOrder = names.every((name) => {
    place = words.indexOf(name, place + 1)
    return place >= 0
  })
  return areInOrder && settings.join() === set.join()
}
