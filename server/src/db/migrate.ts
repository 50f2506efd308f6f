import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Database } from './pool.ts'
import { grantApplication } from './roles.ts'
import { TURNS } from './locks.ts'

interface Migration {
  number: number
  name: string
  sql: string
  checksum: string
}

const ourMigrations = join(import.meta.dirname, 'migrations')

/**
 * Updates the database's tables: runs each numbered SQL file that it has not run, in its own transaction, and returns the files'
 * names. Processes that start together take turns. Throws OtherTables when an applied file has changed or is gone, or a new file
 * comes before an applied one. `application` is the role that works with the tables, if it is not their owner; it is granted its
 * rights. A role that owns nothing can only check that nothing is left to run.
 */
export async function migrate(
  database: Database,
  folder: string = ourMigrations,
  application: string | null = null,
): Promise<string[]> {
  const migrations = readMigrations(folder)
  const client = database.dedicated()
  await client.connect()
  try {
    await client.query('set lock_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [TURNS.migrations])
    const { rows } = await client.query<{ is: boolean }>(
      `select to_regclass('schema_migration') is not null as is`,
    )
    if (!rows[0]?.is)
      await client.query(
        `create table schema_migration (
          number int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`,
      )
    const pending = await findPending(client, migrations)
    for (const migration of pending) await apply(client, migration)
    if (application !== null) await grantApplication(client, application)
    return pending.map((migration) => migration.name)
  } finally {
    await client.end() // ends the session, and the lock with it
  }
}

/**
 * The query of a view, from the newest of our migrations that makes it. An audit reads the tables by it, because their owner can
 * replace the view itself.
 */
export function viewQuery(name: string): string {
  const made = new RegExp(`^create(?: or replace)? view ${name} as\\n([^;]+);`, 'm')
  const newest = ours().findLast(({ sql }) => made.test(sql))
  const query = newest && made.exec(newest.sql)?.[1]
  if (query === undefined) throw new Error(`our migrations make no view ${name}`)
  return query
}

/** Names of the tables that our migrations make. */
export function ourTables(): string[] {
  return namesOf('table')
}

/** Names of the views that our migrations make. */
export function ourViews(): string[] {
  return namesOf('view')
}

/** Names of the functions that our migrations make. */
export function ourFunctions(): string[] {
  return namesOf('function')
}

function namesOf(kind: 'table' | 'view' | 'function'): string[] {
  const made = new RegExp(`^create(?: or replace)? ${kind} (\\w+)`, 'gm')
  return ours().flatMap(({ sql }) => [...sql.matchAll(made)].map(([, name = '']) => name))
}

/** The database's tables are not those of this program; the program has changed nothing. */
export class OtherTables extends Error {
  constructor(difference: string) {
    super(`The database has the tables of another version of this program: ${difference}.`)
    this.name = 'OtherTables'
  }
}

let read: Migration[] | null = null

/** Our migrations as this process found them: an audit asks for them with every rule. */
function ours(): Migration[] {
  return (read ??= readMigrations(ourMigrations))
}

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  const migrations = names.toSorted().map((name) => {
    const digits = /^(\d{3})_[a-z0-9_]+\.sql$/.exec(name)?.[1]
    if (digits === undefined) throw new Error(`${name}: a migration is named like 010_ledger.sql`)
    const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
    return { number: Number(digits), name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
  for (const [index, { number, name }] of migrations.entries()) {
    if (migrations[index - 1]?.number === number)
      throw new Error(`${name}: the number ${number} is used twice`)
  }
  return migrations
}

async function findPending(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  const { rows: applied } = await client.query<{ number: number; name: string; checksum: string }>(
    'select number, name, checksum from schema_migration order by number',
  )
  const known = new Map(migrations.map((migration) => [migration.number, migration]))
  for (const { number, name, checksum } of applied) {
    const file = known.get(number)
    if (file?.name !== name) throw new OtherTables(`this version has no migration ${name}`)
    if (file.checksum !== checksum) throw new OtherTables(`${name} changed after it was applied`)
    known.delete(number)
  }
  const last = applied.at(-1)
  for (const { number, name } of known.values()) {
    if (last !== undefined && number < last.number)
      throw new OtherTables(`${name} comes before ${last.name}, which was applied`)
  }
  return [...known.values()]
}

async function apply(client: pg.Client, { number, name, sql, checksum }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into schema_migration (number, name, checksum) values ($1, $2, $3)', [
      number,
      name,
      checksum,
    ])
    await client.query('commit')
  } catch (thrown) {
    await client.query('rollback')
    throw new Error(
      `${name}${lineOf(thrown, sql)}: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
      {
        cause: thrown,
      },
    )
  }
}

function lineOf(thrown: unknown, sql: string): string {
  if (!(thrown instanceof pg.DatabaseError) || thrown.position === undefined) return ''
  return `:${sql.slice(0, Number(thrown.position)).split('\n').length}`
}
