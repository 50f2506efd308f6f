import { sql } from 'kysely'
import type pg from 'pg'
import type { Reader } from './pool.ts'

interface TableRights {
  name: string
  mayDelete: boolean
  /** Whether rows may change at all. */
  mayUpdate: boolean
  columns: string[]
  /** Columns that never change. */
  frozen: string[] | null
}

/**
 * Grants the application's role the rights it needs; the owner's role keeps the tables. The application may read and insert, and
 * may update and delete wherever no trigger refuses that in every case. So a right is missing wherever such a trigger exists, and
 * only the owner can drop the trigger. Nor may it make temporary tables (`mayMakeTables`). A role that is the owner itself keeps all
 * rights. Needs a transaction of the owner, under the lock of migrations.
 */
export async function grantApplication(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ name: string; database: string }>(
    'select current_user as name, current_database() as database',
  )
  const [own] = rows
  if (!own || own.name === role) return
  const to = client.escapeIdentifier(role)
  const statements = [
    `revoke temporary on database ${client.escapeIdentifier(own.database)} from public, ${to}`,
    `revoke all on all tables in schema public from ${to}`,
    `grant usage on schema public to ${to}`,
    `grant select on all tables in schema public to ${to}`,
    `grant usage, select on all sequences in schema public to ${to}`,
    `grant execute on all functions in schema public to ${to}`,
  ]
  for (const { name, mayDelete, mayUpdate, columns, frozen } of await tableRights(client)) {
    const table = client.escapeIdentifier(name)
    const free = columns.filter((column) => !frozen?.includes(column))
    const changed = frozen
      ? `update (${free.map((one) => client.escapeIdentifier(one)).join(', ')})`
      : 'update'
    const rights = ['insert', ...(mayUpdate ? [changed] : []), ...(mayDelete ? ['delete'] : [])]
    statements.push(`grant ${rights.join(', ')} on ${table} to ${to}`)
  }
  await client.query(statements.join(';\n'))
}

/**
 * The updates and deletions that no trigger refuses in every case. Such a trigger runs before a whole statement, without a
 * condition. Bits of `tgtype` are 1 row, 2 before, 8 delete, 16 update (PostgreSQL's `pg_trigger.h`).
 */
async function tableRights(client: pg.Client): Promise<TableRights[]> {
  return (await client.query<TableRights>(RIGHTS)).rows
}

const RIGHTS = `
    with refusal as (
      select t.tgrelid, t.tgtype, t.tgattr from pg_trigger t
      where not t.tgisinternal and t.tgqual is null and t.tgtype & 3 = 2)
    select c.relname as name,
      not exists (select from refusal r where r.tgrelid = c.oid and r.tgtype & 8 = 8) as "mayDelete",
      not exists (select from refusal r where r.tgrelid = c.oid and r.tgtype & 16 = 16 and cardinality(r.tgattr::int2[]) = 0)
        as "mayUpdate",
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      (select array_agg(a.attname::text) from refusal r join pg_attribute a
        on a.attrelid = c.oid and a.attnum = any (r.tgattr::int2[])
        where r.tgrelid = c.oid and r.tgtype & 16 = 16) as frozen
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'schema_migration'
    order by c.relname`

/**
 * Rights granted by `grantApplication` that the role of these connections lacks, such as "insert into orders". The owner lacks
 * none.
 */
export async function missingRights(reader: Reader): Promise<string[]> {
  const { rows } = await sql<TableRights>`${sql.raw(RIGHTS)}`.execute(reader)
  const wanted = rows.flatMap(({ name, mayDelete, mayUpdate, columns, frozen }) => {
    const free = columns.filter((column) => !frozen?.includes(column))
    const rights: Right[] = [
      { name, right: 'select', column: null },
      { name, right: 'insert', column: null },
      ...(mayDelete ? [{ name, right: 'delete', column: null } as const] : []),
      ...(mayUpdate ? free.map((column) => ({ name, right: 'update', column }) as const) : []),
    ]
    return rights
  })
  const found = await sql<{ what: string }>`
    with sequences as materialized (
      select oid, relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S')
    select distinct r.right || ' on ' || r.name as what
    from json_to_recordset(${JSON.stringify(wanted)}::json) as r (name text, "right" text, "column" text)
    where not case when r.column is null then has_table_privilege(r.name, r.right)
      else has_column_privilege(r.name, r.column, r.right) end
    union all
    select 'usage on ' || relname from sequences where not has_sequence_privilege(oid, 'usage')
    order by 1`.execute(reader)
  return found.rows.map(({ what }) => what)
}

interface Right {
  name: string
  right: 'select' | 'insert' | 'update' | 'delete'
  column: string | null
}

/** Whether the role of these connections could alter, drop or truncate a table, or disable its triggers. */
export async function ownsTables(reader: Reader): Promise<boolean> {
  const { rows } = await sql<{ owns: boolean }>`
    select coalesce(bool_or(pg_has_role(current_user, relowner, 'MEMBER')), false) as owns
    from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`.execute(
    reader,
  )
  return rows[0]?.owns ?? false
}

/**
 * Whether the role of these connections could make temporary tables. A trigger of its own on one could write what only our triggers
 * may, such as balances, and one called `account` would hide the real accounts from them.
 */
export async function mayMakeTables(reader: Reader): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select has_database_privilege(current_database(), 'temporary') as may`.execute(reader)
  return rows[0]?.may ?? false
}

/** The role of these connections. */
export async function roleOf(reader: Reader): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user::text as role`.execute(reader)
  return rows[0]?.role ?? ''
}
