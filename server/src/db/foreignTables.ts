import { sql } from 'kysely'
import { ourTables } from './migrate.ts'
import type { Reader } from './pool.ts'

/**
 * What the owner of the tables could make so that an audit reads something else than our tables hold, or so that rows get lost on
 * their way there, by name:
 *
 * - a table that is missing, unlogged or no table, that shows or takes rows by a policy or a rule, or shares rows with another;
 * - a trigger on a table that calls a function from elsewhere, such as one that drops rows;
 * - an operator beside PostgreSQL's: it is taken for one of two types, such as `bigint <> numeric`, that PostgreSQL's do not have;
 * - `search_path`, when PostgreSQL's own names are not found first, or our tables not next.
 *
 * What belongs to an extension is left out.
 */
export async function foreignTables(reader: Reader): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with our as (
      select our.name, c.oid from unnest(${ourTables()}::text[]) as our (name)
      left join pg_class c on c.relname = our.name and c.relnamespace = current_schema()::regnamespace
        and c.relkind = 'r' and c.relpersistence = 'p')
    select name from our
    where oid is null or not pg_table_is_visible(oid) or (select relrowsecurity from pg_class where pg_class.oid = our.oid)
      or exists (select from pg_rewrite where ev_class = our.oid)
      or exists (select from pg_inherits where our.oid in (inhrelid, inhparent))
    union all
    select our.name || '.' || tgname from our join pg_trigger t on t.tgrelid = our.oid join pg_proc p on p.oid = t.tgfoid
    where not tgisinternal and p.pronamespace <> current_schema()::regnamespace and ${notInstalled('pg_proc', 'p.oid')}
    union all
    select 'operator ' || oprname from pg_operator o
    where oprnamespace <> 'pg_catalog'::regnamespace and pg_operator_is_visible(oid) and ${notInstalled('pg_operator', 'o.oid')}
    union all
    select 'search_path' where (current_schemas(true))[1] <> 'pg_catalog'
    order by 1`.execute(reader)
  return rows.map(({ name }) => name)
}

function notInstalled(catalog: string, oid: string) {
  return sql`not exists (select from pg_depend
    where classid = ${sql.lit(catalog)}::regclass and objid = ${sql.raw(oid)} and deptype = 'e')`
}
