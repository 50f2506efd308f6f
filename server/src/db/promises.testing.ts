import { sql } from 'kysely'
import type { Reader } from './pool.ts'

/**
 * The rules of each table, one line a table: its unique keys, nullable columns, references to other tables, changeable columns
 * (`*` all of them, `-` none), and whether rows can be deleted. The rights are read from triggers that refuse a whole statement.
 */
export async function promises(reader: Reader): Promise<string[]> {
  const { rows } = await sql<Record<'name' | 'keys' | 'nulls' | 'refers' | 'changes' | 'go', string>>`
    with refusal as (
      select tgrelid, tgtype, tgattr::int2[] as columns from pg_trigger
      where not tgisinternal and tgqual is null and tgtype & 3 = 2)
    select c.relname as name,
      coalesce((
        select string_agg('(' || columns || ')' || coalesce(' where ' || pg_get_expr(i.indpred, c.oid), ''), ' '
          order by i.indisprimary desc, columns)
        from pg_index i, lateral (
          select string_agg(pg_get_indexdef(i.indexrelid, n, true), ' ') as columns from generate_series(1, i.indnkeyatts) n
        ) as of_index
        where i.indrelid = c.oid and i.indisunique), '-') as keys,
      coalesce((select string_agg(attname, ' ' order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attnotnull and not attisdropped), '-') as nulls,
      coalesce((
        select string_agg(f.confrelid::regclass || '(' || columns || ')'
          || case when f.confdeltype = 'c' then ' cascading' else '' end
          || case when f.condeferred then ' deferred' else '' end, ' ' order by f.confrelid::regclass::text, columns)
        from pg_constraint f, lateral (
          select string_agg(attname, ' ' order by place) as columns
          from unnest(f.conkey) with ordinality as key (attnum, place) join pg_attribute a using (attnum)
          where a.attrelid = c.oid
        ) as of_key
        where f.conrelid = c.oid and f.contype = 'f'), '-') as refers,
      case
        when exists (select from refusal r where tgrelid = c.oid and tgtype & 16 = 16 and cardinality(r.columns) = 0) then '-'
        when not exists (select from refusal where tgrelid = c.oid and tgtype & 16 = 16) then '*'
        else coalesce((select string_agg(attname, ' ' order by attnum) from pg_attribute
          where attrelid = c.oid and attnum > 0 and not attisdropped and not exists (
            select from refusal r where tgrelid = c.oid and tgtype & 16 = 16 and attnum = any (r.columns))), '-')
      end as changes,
      concat_ws(' ',
        case when not exists (select from refusal where tgrelid = c.oid and tgtype & 8 = 8) then 'one' end,
        case when not exists (select from refusal where tgrelid = c.oid and tgtype & 32 = 32) then 'all' end) as go
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by c.relname`.execute(
    reader,
  )
  return rows.map(({ name, keys, nulls, refers, changes, go }) =>
    [name, keys, nulls, refers, changes, go || '-'].join(' | '),
  )
}

/** Triggers that check rows or a statement's effect: table, moment, function, and whether a condition limits them. */
export async function watchers(reader: Reader): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select c.relname || ' ' || concat_ws(' or ',
        case when tgtype & 4 = 4 then 'insert' end, case when tgtype & 8 = 8 then 'delete' end,
        case when tgtype & 16 = 16 then 'update' end, case when tgtype & 32 = 32 then 'truncate' end)
      || ': ' || p.proname || case when tginitdeferred then ' at the commit' else '' end
      || case when tgqual is not null then ' if' else '' end as line
    from pg_trigger t join pg_class c on c.oid = tgrelid join pg_proc p on p.oid = tgfoid
    where not tgisinternal and not (tgqual is null and tgtype & 3 = 2) order by 1`.execute(reader)
  return rows.map(({ line }) => line)
}
