import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from './database.testing.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './pool.ts'
import { mayMakeTables, missingRights, ownsTables, roleOf } from './roles.ts'
import { silentLog } from '../platform/log.ts'

let own: TestDatabase
let client: pg.Client

beforeAll(async () => {
  own = await createTestDatabase()
  client = new pg.Client(own.appUrl)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await own.close()
})

const APPEND_ONLY = [
  'log_entry',
  'log_tile',
  'log_day',
  'transfer',
  'delegation',
  'keyless_sign_in',
  'order_consent',
  'loan_repayment',
  'swap_consent',
  'operator_action',
  'proposal',
  'proposal_decision',
]

test.each(APPEND_ONLY)('the application’s role can only read and add rows of %s', async (table) => {
  const { rows } = await client.query<{ column: string }>(
    `select column_name as column from information_schema.columns where table_name = $1`,
    [table],
  )
  const columns = rows.map(({ column }) => `update ${table} set ${column} = default`)
  expect(columns.length).toBeGreaterThan(1)
  for (const statement of [...columns, `delete from ${table}`, `select from ${table} for update`])
    await expect(client.query(statement)).rejects.toThrow(/permission denied/)
  await client.query(`select count(*) from ${table}`)
})

const TERMS = [
  'user_id',
  'stake',
  'profit',
  'fee',
  'accepted_at_ms',
  'due_at_ms',
  'barrier_ppm',
  'rate_pct',
  'direction',
]

test('the application’s role can place and settle orders, and change neither terms nor results', async () => {
  for (const column of TERMS)
    await expect(client.query(`update placed_order set ${column} = default`)).rejects.toThrow(
      /permission denied/,
    )
  await expect(client.query('update settled_order set outcome = 1')).rejects.toThrow(/permission denied/)
  for (const table of ['placed_order', 'settled_order']) {
    await client.query(`insert into ${table} select * from ${table}`)
    await expect(client.query(`delete from ${table}`)).rejects.toThrow(/permission denied/)
  }
})

test.each([...APPEND_ONLY, 'placed_order', 'settled_order', 'account', 'users'])(
  'the application’s role cannot empty, alter or drop %s, nor switch its triggers off',
  async (table) => {
    for (const statement of [
      `truncate ${table}`,
      `alter table ${table} disable trigger all`,
      `alter table ${table} disable trigger user`,
      `alter table ${table} add column more int`,
      `alter table ${table} owner to current_user`,
      `create trigger more before insert on ${table} for each row execute function refuse_change('no')`,
      `create rule more as on insert to ${table} do instead nothing`,
      `drop table ${table} cascade`,
    ])
      await expect(client.query(statement)).rejects.toThrow(/permission denied|must be owner/)
  },
)

test.each([
  'create table more (n int)',
  'create temporary table account (like public.account)',
  `create function refuse_change(text) returns text language sql as 'select $1'`,
  `create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'`,
  'drop function refuse_change() cascade',
  `set session_replication_role = 'replica'`,
  'drop schema public cascade',
  `update schema_migration set checksum = ''`,
  'grant all on log_entry to current_user',
])('the application’s role cannot get round it: %s', async (statement) => {
  // A grant by a role that may not grant is only a warning and changes nothing.
  const isGrant = statement.startsWith('grant')
  if (!isGrant)
    await expect(client.query(statement)).rejects.toThrow(/permission denied|must be owner|no schema/)
  else await client.query(statement).catch(() => {})
  await expect(client.query('update log_entry set seq = seq')).rejects.toThrow(/permission denied/)
})

test('a migration takes the right to temporary tables from the application’s role, and leaves it to the owner', async () => {
  const empty = await createEmptyDatabase()
  const app = openDatabase(empty.appUrl, silentLog(), { db: 1, batch: 1 })
  try {
    expect(await mayMakeTables(app.db)).toBe(true)
    await migrate(empty.database, undefined, await roleOf(app.db))
    expect([await mayMakeTables(app.db), await mayMakeTables(empty.database.db)]).toEqual([false, true])
  } finally {
    await app.close()
    await empty.close()
  }
})

test('missing rights of a role are named; the application’s role and the owner lack none', async () => {
  const other = await createTestDatabase()
  const app = openDatabase(other.appUrl, silentLog(), { db: 1, batch: 1 })
  const owner = new pg.Client(other.url)
  await owner.connect()
  try {
    expect([await missingRights(app.db), await missingRights(other.database.db)]).toEqual([[], []])
    const role = owner.escapeIdentifier(await roleOf(app.db))
    await owner.query(`revoke insert on settled_order from ${role}; revoke all on users from ${role};
      revoke usage on sequence ticket_batch_id from ${role}`)
    expect(await missingRights(app.db)).toEqual([
      'delete on users',
      'insert on settled_order',
      'insert on users',
      'select on users',
      'update on users',
      'usage on ticket_batch_id',
    ])
  } finally {
    await Promise.all([owner.end(), app.close()])
    await other.close()
  }
})

test('a role that owns the tables is distinguished from one that does not', async () => {
  const app = openDatabase(own.appUrl, silentLog(), { db: 1, batch: 1 })
  try {
    expect([await ownsTables(app.db), await ownsTables(own.database.db)]).toEqual([false, true])
  } finally {
    await app.close()
  }
})
