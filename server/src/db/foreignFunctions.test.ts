import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from './database.testing.ts'
import { foreignFunctions } from './foreignFunctions.ts'
import { transact } from './transact.ts'

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.close())

const DAYS = 'create function silence_ms(at_ms'
const SHARE =
  'create function hosting_part(pool bigint, hosted bigint, principal bigint) returns bigint language sql as'

test.each([
  ['as they are', 'select', []],
  ['one replaced', `drop function silence_ms; ${DAYS} bigint) returns bigint return 0`, ['silence_ms']],
  ['one for other types beside it', `${DAYS} int) returns bigint return 0`, ['silence_ms']],
  ['one more', 'create function later() returns bigint return 0', ['later']],
  ['one dropped', 'drop function silence_ms', ['silence_ms']],
  ['those of an extension', 'create extension lo', []],
  [
    'one beside ours that an extension has',
    `create extension lo; ${DAYS} int) returns bigint return 0; alter extension lo add function silence_ms(int)`,
    ['silence_ms'],
  ],
  [
    'one elsewhere that is found by its name alone',
    `create schema later; create function later.sum(text) returns bigint return 0; set local search_path = public, later`,
    ['sum'],
  ],
  [
    'one of ours elsewhere, for other types',
    `create schema later; ${DAYS.replace('function ', 'function later.')} int) returns bigint return 0;
      set local search_path = public, later`,
    ['silence_ms'],
  ],
  [
    'one elsewhere that no name of ours finds',
    'create schema later; create function later.other() returns bigint return 0; set local search_path = public, later',
    [],
  ],
  [
    'one elsewhere that needs its schema',
    'create schema later; create function later.sum(text) returns bigint return 0',
    [],
  ],
  ['one that resolves names elsewhere', 'alter function lock_books set search_path = later', ['lock_books']],
  ['one without its setting', 'alter function hosting_pay reset work_mem', ['hosting_pay']],
  [
    'one whose parameters have changed places',
    `do $do$ declare body text := (select prosrc from pg_proc where proname = 'hosting_part');
      begin drop function hosting_part; execute format('${SHARE} %L', body); end $do$`,
    ['hosting_part'],
  ],
])('functions that are not as our migrations make them are named: %s', async (_what, statement, named) => {
  const attempt = transact(own.database.db, async (tx) => {
    await sql.raw(statement).execute(tx)
    expect(await foreignFunctions(tx)).toEqual(named)
    throw new Error('done')
  })
  await expect(attempt).rejects.toThrow('done')
})
