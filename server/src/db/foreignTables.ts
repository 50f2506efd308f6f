import { sql } from 'kysely'
import { ourTables } from './migrate.ts'
import type { Reader } from './pool.ts'

/**
 * The objects and settings by which the owner of the tables could make an audit read other data than our tables hold, or make rows
 * get lost on their way there, by name:
 *
 * - a table that is missing, unlogged or no table, that shows or takes rows by a policy or a rule, or shares rows with another;
 * - an operator that is not PostgreSQL's: it serves a pair of types that PostgreSQL's operators lack, such as `bigint <> numeric`;
 * - a foreign key from a table that is not ours: it refuses changes of rows that it refers to;
 * - `search_path`, when PostgreSQL's own names are not found first, or our tables not next;
 * - `session_replication_role`, when this session runs without triggers.
 *
 * Operators of an extension are left out.
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
    select conrelid::regclass || '.' || conname from pg_constraint
    where confrelid in (select oid from our) and not exists (
      select from pg_class c join our on our.name = c.relname
      where c.oid = conrelid and c.relnamespace = current_schema()::regnamespace)
    union all
    select 'operator ' || oprname from pg_operator o
    where oprnamespace <> 'pg_catalog'::regnamespace and pg_operator_is_visible(oid) and not exists (
      select from pg_depend where classid = 'pg_operator'::regclass and objid = o.oid and deptype = 'e')
    union all
    select 'search_path' where (current_schemas(true))[1] <> 'pg_catalog'
    union all
    select 'session_replication_role' where current_setting('session_replication_role') <> 'origin'
    order by 1`.execute(reader)
  return rows.map(({ name }) => name)
}
