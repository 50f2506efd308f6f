import { sql } from 'kysely'
import { type OurFunction, ourFunctions } from './migrate.ts'
import type { Reader } from './pool.ts'

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
