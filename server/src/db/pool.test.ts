import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { isConnectionLoss, isOverload } from './failures.ts'
import { withConnectionRetry } from './failures.testing.ts'
import { createEmptyDatabase } from './database.testing.ts'
import { silentLog } from '../platform/log.ts'
import { openDatabase, readDatabaseMs } from './pool.ts'

const { database, close } = await createEmptyDatabase()
afterAll(close)

test('int8 arrives as bigint, alone and in arrays, and json as text', async () => {
  const { rows } = await sql<Record<string, unknown>>`
    select 9007199254740993::int8 as one, array[1, null, -5]::int8[] as many, '{"a":1}'::jsonb as doc, 7::int4 as small
  `.execute(database.db)
  expect(rows[0]).toEqual({ one: 9007199254740993n, many: [1n, null, -5n], doc: '{"a": 1}', small: 7 })
})

test('bigints and lists of them go in as they are', async () => {
  const list = [1n, 9007199254740993n]
  const { rows } = await sql<{
    sum: bigint
  }>`select sum(x)::int8 as sum from unnest(${list}::int8[]) x`.execute(database.db)
  expect(rows[0]?.sum).toBe(9007199254740994n)
})

test('only the batch pool is set to generic, index-walking plans', async () => {
  const names = ['plan_cache_mode', 'enable_hashjoin', 'enable_mergejoin', 'enable_seqscan']
  const ask = sql<{ set: string }>`select current_setting(name) as set from unnest(${names}::text[]) as name`
  const settings = async (of: typeof database.db) => (await ask.execute(of)).rows.map((one) => one.set)
  expect(await settings(database.batch)).toEqual(['force_generic_plan', 'off', 'off', 'off'])
  expect(await settings(database.db)).toEqual(['auto', 'on', 'on', 'on'])
})

test('a session tells its times in UTC, waits for a lock for half a minute, and says whose it is', async () => {
  const names = ['timezone', 'lock_timeout', 'application_name']
  const text = 'select current_setting(name) as set from unnest($1::text[]) as name'
  const dedicated = database.dedicated()
  await dedicated.connect()
  const { rows } = await dedicated.query<{ set: string }>(text, [names])
  await dedicated.end()
  const expected = ['UTC', '30s', 'tickmark'].map((set) => ({ set }))
  expect(rows).toEqual(expected)
  for (const pool of [database.db, database.batch])
    expect(
      (await sql`select current_setting(name) as set from unnest(${names}::text[]) as name`.execute(pool))
        .rows,
    ).toEqual(expected)
})

test('an empty list of int8 arrives as one', async () => {
  const { rows } = await sql`select '{}'::int8[] as none`.execute(database.db)
  expect(rows).toEqual([{ none: [] }])
})

test('opening a database sets its sessions, overriding the database’s own settings', async () => {
  const settings = ['client_connection_check_interval=10000', 'idle_in_transaction_session_timeout=0']
  const own = openDatabase(database.url, silentLog(), { settings })
  const ask = sql<{ check: string; idle: string }>`
    select current_setting('client_connection_check_interval') as check,
      current_setting('idle_in_transaction_session_timeout') as idle`
  expect((await ask.execute(own.db)).rows).toEqual([{ check: '10s', idle: '0' }])
  expect((await ask.execute(database.db)).rows).toEqual([{ check: '0', idle: '1min' }])
  await own.close()
})

test('a connection killed while idle is replaced without an error', async () => {
  const ask = sql<{ pid: number }>`select pg_backend_pid() as pid`
  const before = (await ask.execute(database.batch)).rows[0]?.pid
  await sql`select pg_terminate_backend(${before})`.execute(database.db)
  await expect
    .poll(() => withConnectionRetry(async () => (await ask.execute(database.batch)).rows[0]?.pid))
    .not.toBe(before)
})

test('a connection killed during a query fails only that query, as a connection loss', async () => {
  const slow = sql`select pg_sleep(20), 'victim' as mark`.execute(database.db)
  const outcome = slow.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  const kill = sql<{ n: bigint }>`
    select count(pg_terminate_backend(pid)) as n from pg_stat_activity where query like '%victim%' and pid <> pg_backend_pid()`
  await expect.poll(async () => (await kill.execute(database.batch)).rows[0]?.n).toBe(1n)
  expect(isConnectionLoss(await outcome)).toBe(true)
  expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }])
})

test('a caller for whom no connection becomes free in time meets an overload, not a connection loss', async () => {
  const pool = new pg.Pool({ connectionString: database.url, max: 1 })
  const held = await pool.connect()
  pool.options.connectionTimeoutMillis = 1
  const thrown: unknown = await pool.connect().catch((failure: unknown) => failure)
  held.release()
  await pool.end()
  expect([isOverload(thrown), isConnectionLoss(thrown)]).toEqual([true, false])
})

test('the database tells its time in milliseconds', async () => {
  const before = Date.now()
  const told = await readDatabaseMs(database)
  // Both have the clock of this machine.
  expect(told).toBeGreaterThan(before - 1_000)
  expect(told).toBeLessThan(Date.now() + 1_000)
})
