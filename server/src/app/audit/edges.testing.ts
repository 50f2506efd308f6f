import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/database.testing.ts'
import type { Db, Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'

export type Row = Record<string, unknown>

export type Edge = [
  what: string,
  /** Rows by table. */
  tables: Record<string, readonly Row[]>,
  ask: (db: Db) => Promise<unknown>,
  answer: unknown,
]

/** Tests each edge on rows of its own, in one database for the file. */
export function testEdges(edges: readonly Edge[]): void {
  let own: TestDatabase
  beforeAll(async () => {
    own = await createTestDatabase()
  })
  afterAll(() => own.close())
  test.each(edges)('to the millisecond: %s', async (_what, tables, ask, answer) => {
    await write(own.database.db, tables)
    expect(await ask(own.database.db)).toEqual(answer)
  })
}

export const bytes = (length: number) => `\\x${'61'.repeat(length)}`
export const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** A value for the required columns that no case tests. */
const PLAIN: Record<string, unknown> = {
  boolean: false,
  bytea: bytes(32),
  date: '2026-11-25',
  text: 'xxx',
  'text[]': [],
  'uuid[]': [],
}

/** Empties these tables and writes rows, past triggers and references, so that each case tests one query alone. */
export function write(db: Db, tables: Record<string, readonly Row[]>): Promise<void> {
  return transact(db, (tx) => writeIn(tx, tables))
}

async function writeIn(tx: Tx, tables: Record<string, readonly Row[]>): Promise<void> {
  await sql`set local session_replication_role = replica`.execute(tx)
  for (const [table, rows] of Object.entries(tables)) {
    await sql`delete from ${sql.table(table)}`.execute(tx)
    const { rows: columns } = await sql<{ name: string; type: string }>`
      select attname as name, format_type(atttypid, null) as type from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and attnotnull and not atthasdef and attidentity = ''`.execute(
      tx,
    )
    for (const [at, row] of rows.entries()) {
      const plain = columns.map(({ name, type }) => [name, type === 'uuid' ? id(at + 1) : (PLAIN[type] ?? 1)])
      const whole = { ...Object.fromEntries(plain), ...row } as Row
      const names = sql.join(Object.keys(whole).map((name) => sql.ref(name)))
      await sql`insert into ${sql.table(table)} (${names}) overriding system value
        select ${names} from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(whole)}::jsonb)`.execute(
        tx,
      )
    }
  }
}

/** The moment around which all cases of these tables lie, in ms. */
export const NOW = 1_000_000

export const DAY = 86_400_000

/** Three rows, with this column just before, at and just after that moment. */
export const around = (column: string): Row[] => [NOW - 1, NOW, NOW + 1].map((ms) => ({ [column]: ms }))

/** Runs a query in its own transaction. */
export const inTx =
  <T>(work: (tx: Tx) => Promise<T>) =>
  (db: Db) =>
    transact(db, work)

/** The remaining values of a table's column. */
export const left = async (db: Db, table: string, column: string) => {
  const { rows } = await sql<{ value: unknown }>`
    select ${sql.ref(column)}::text as value from ${sql.table(table)} order by 1`.execute(db)
  return rows.map(({ value }) => value)
}
