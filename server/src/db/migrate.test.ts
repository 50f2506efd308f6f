import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { silentLog } from '../platform/log.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from './database.testing.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './pool.ts'
import { trySessionLock } from './sessionLock.ts'

let folder: string
let made: TestDatabase

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tickmark-sql-'))
  made = await createEmptyDatabase()
})

afterEach(async () => {
  rmSync(folder, { recursive: true })
  await made.close()
})

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

test('files run in order, once', async () => {
  write('020_b.sql', 'alter table a add column b int;')
  write('010_a.sql', 'create table a (id int); insert into a values (1);')
  expect(await migrate(made.database, folder)).toEqual(['010_a.sql', '020_b.sql'])
  expect(await migrate(made.database, folder)).toEqual([])
  write('030_c.sql', 'alter table a add column c int;')
  expect(await migrate(made.database, folder)).toEqual(['030_c.sql'])
  expect((await sql`select * from a`.execute(made.database.db)).rows).toEqual([{ id: 1, b: null, c: null }])
})

test('processes that start together take turns, and each file runs once', async () => {
  write('010_a.sql', 'create table a (id int); select pg_sleep(0.2);')
  const others = [1, 2, 3].map(() => openDatabase(made.url, silentLog()))
  const ran = await Promise.all(others.map((database) => migrate(database, folder)))
  await Promise.all(others.map((database) => database.close()))
  expect(ran.flat()).toEqual(['010_a.sql'])
})

test('a file that fails leaves nothing behind, and the error names the line', async () => {
  write('010_a.sql', 'create table a (id int);\n\nselect nonsense;\n')
  await expect(migrate(made.database, folder)).rejects.toThrow(/010_a\.sql:3: .*nonsense/)
  write('010_a.sql', 'create table a (id int);')
  expect(await migrate(made.database, folder)).toEqual(['010_a.sql'])
})

test('history is not rewritten: a changed, missing or late file is refused', async () => {
  write('010_a.sql', 'create table a (id int);')
  write('020_b.sql', 'create table b (id int);')
  await migrate(made.database, folder)
  write('020_b.sql', 'create table b (id int8);')
  await expect(migrate(made.database, folder)).rejects.toThrow('020_b.sql changed after it was applied')
  rmSync(join(folder, '020_b.sql'))
  await expect(migrate(made.database, folder)).rejects.toThrow('this version has no migration 020_b.sql')
  write('020_b.sql', 'create table b (id int);')
  write('015_late.sql', 'select 1;')
  await expect(migrate(made.database, folder)).rejects.toThrow('015_late.sql comes before 020_b.sql')
})

test('line ends do not count as a change', async () => {
  write('010_a.sql', 'create table a (\n id int);\n')
  await migrate(made.database, folder)
  write('010_a.sql', 'create table a (\r\n id int);\r\n')
  expect(await migrate(made.database, folder)).toEqual([])
})

test('names and numbers are checked', async () => {
  write('010_a.sql', 'select 1;')
  write('010_b.sql', 'select 1;')
  await expect(migrate(made.database, folder)).rejects.toThrow('used twice')
  rmSync(join(folder, '010_b.sql'))
  write('first.sql', 'select 1;')
  await expect(migrate(made.database, folder)).rejects.toThrow('named like')
})

test('our own migrations make a complete database: a second run does nothing', async () => {
  const real = await createTestDatabase()
  expect(await migrate(real.database)).toEqual([])
  await real.close()
})

test('one process at a time holds a session lock, and its holder is notified when it ends', async () => {
  const lock = await trySessionLock(made.database, 42n)
  expect(await trySessionLock(made.database, 42n)).toBeNull()
  await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 42
    and database = (select oid from pg_database where datname = current_database())`.execute(made.database.db)
  await lock?.lost
  const next = await trySessionLock(made.database, 42n)
  expect(next).not.toBeNull()
  await next?.release()
})

/**
 * The files of releases, each with the first 16 hexadecimal digits of its SHA-256. A database that ran a file refuses
 * another text. A release adds the rows of its new files and changes none. There was no release yet.
 */
const RELEASED: Record<string, string> = {}

function changedSince(released: Record<string, string>, ours: string): string[] {
  const digestOf = (name: string) => {
    const file = join(ours, name)
    if (!existsSync(file)) return null
    const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
    return createHash('sha256').update(text).digest('hex').slice(0, 16)
  }
  return Object.keys(released).filter((name) => digestOf(name) !== released[name])
}

test('released files stay as they are; another text or a missing file would be noticed', () => {
  expect(changedSince(RELEASED, join(import.meta.dirname, 'migrations'))).toEqual([])
  write('010_a.sql', 'select 1;')
  const digest = '354b7196c9ba5fb4'
  expect(changedSince({ '010_a.sql': digest }, folder)).toEqual([])
  write('010_a.sql', 'select 2;')
  expect(changedSince({ '010_a.sql': digest, '020_b.sql': digest }, folder)).toEqual([
    '010_a.sql',
    '020_b.sql',
  ])
})

test('a new product adds only a file with a higher number', async () => {
  const ours = join(import.meta.dirname, 'migrations')
  const names = readdirSync(ours)
  for (const name of names) write(name, readFileSync(join(ours, name), 'utf8'))
  await migrate(made.database, folder)
  write('900_product.sql', 'create table product_row (user_id bigint primary key references users (id));')
  expect(await migrate(made.database, folder)).toEqual(['900_product.sql'])
})
