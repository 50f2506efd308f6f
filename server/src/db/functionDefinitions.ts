import { sql } from 'kysely'
import { ourFunctions } from './migrate.ts'
import type { Reader } from './pool.ts'

/**
 * Functions as "function name(parameters): definition". Triggers and audits call ours, and the owner of the tables could replace one
 * by another that hides what he did, or make one beside it. A function in another schema counts where a name of ours or of
 * PostgreSQL's can find it. Those of an extension are left out, unless they have the name of one of ours.
 *
 * Each is on one line, without our schema's name. A line's end is `\n` there and a backslash two: with blanks in their place, a
 * comment would hide what follows it.
 */
export async function functionDefinitions(reader: Reader): Promise<string[]> {
  const { rows } = await sql<{ line: string; schema: string }>`
    select format('function %s(%s): ', proname, pg_get_function_identity_arguments(oid))
      || case when prokind = 'a' then 'AGGREGATE' else pg_get_functiondef(oid) end as line, quote_ident(current_schema()) as schema
    from pg_proc where pronamespace <> 'pg_catalog'::regnamespace and pg_function_is_visible(oid) and (
      proname = any(${ourFunctions()}::text[])
      or not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
        and (pronamespace = current_schema()::regnamespace or exists (
          select from pg_proc one where one.proname = pg_proc.proname and one.pronamespace = 'pg_catalog'::regnamespace))
    )`.execute(reader)
  return rows.map(({ line, schema }) => {
    const named = line.trimEnd().replace(` FUNCTION ${schema}.`, ' FUNCTION ')
    return named.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
  })
}
