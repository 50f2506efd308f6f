import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from './database.testing.ts'
import { foreignDefinitions } from './foreignDefinitions.ts'
import { transact } from './transact.ts'

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.close())

const DAYS = 'create function silence_ms(at_ms'
const SILENCE = 'function silence_ms(at_ms bigint)'
const PART = 'function hosting_part(pool bigint, principal bigint, hosted bigint)'
const LOCK = 'function lock_books(books smallint[])'
const HOURS = 'function order_hours(in_user bigint, from_hour integer, before_hour integer)'

/** Makes one of ours again from its own definition, with a text in it replaced. */
const again = (name: string, from: string, to: string) =>
  `do $do$ declare made text := pg_get_functiondef('${name}'::regproc); changed text := replace(made, $t$${from}$t$, $t$${to}$t$);
    begin if made = changed and $t$${from}$t$ <> '' then raise 'nothing to replace in %', made; end if;
    drop function ${name}; execute changed; end $do$`

test.each([
  ['as they are', 'select', []],
  [
    'as they are, in another schema',
    'alter schema public rename to later; set local search_path = later',
    [],
  ],
  ['one made again as it was', again('hosting_part', '', ''), []],
  ['one replaced', `drop function silence_ms; ${DAYS} bigint) returns bigint return 0`, [SILENCE]],
  [
    'one for other types beside it',
    `${DAYS} int) returns bigint return 0`,
    ['function silence_ms(at_ms integer)'],
  ],
  ['one more', 'create function later() returns bigint return 0', ['function later()']],
  ['a procedure more', 'create procedure later() begin atomic end', ['function later()']],
  [
    'an aggregate more',
    `create aggregate later(bigint) (sfunc = int8pl, stype = bigint)`,
    ['function later(bigint)'],
  ],
  ['one dropped', 'drop function silence_ms', [SILENCE]],
  ['those of an extension', 'create extension lo', []],
  [
    'one beside ours that an extension has',
    `create extension lo; ${DAYS} int) returns bigint return 0; alter extension lo add function silence_ms(int)`,
    ['function silence_ms(at_ms integer)'],
  ],
  [
    'one elsewhere that is found by its name alone',
    `create schema later; create function later.sum(text) returns bigint return 0; set local search_path = public, later`,
    ['function sum(text)'],
  ],
  [
    'one of ours elsewhere, for other types',
    `create schema later; ${DAYS.replace('function ', 'function later.')} int) returns bigint return 0;
      set local search_path = public, later`,
    ['function silence_ms(at_ms integer)'],
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
  ['one that resolves names elsewhere', 'alter function lock_books set search_path = later', [LOCK]],
  ['one without its setting', 'alter function hosting_pay reset work_mem', ['function hosting_pay()']],
  [
    'one whose parameters have changed places',
    again('hosting_part', 'principal bigint, hosted bigint', 'hosted bigint, principal bigint'),
    ['function hosting_part(pool bigint, hosted bigint, principal bigint)', PART],
  ],
  [
    'one for other types in its place',
    again('hosting_part', 'pool bigint', 'pool numeric'),
    [PART, 'function hosting_part(pool numeric, principal bigint, hosted bigint)'],
  ],
  [
    'one with a line that joins the comment before it',
    again('withdrawal_moves', 'one before.\n', 'one before. ').replace('drop function withdrawal_moves;', ''),
    ['function withdrawal_moves()'],
  ],
  ['one of another result', again('hosting_part', 'RETURNS bigint', 'RETURNS numeric'), [PART]],
  ['one of another default', again('order_hours', 'DEFAULT', 'DEFAULT 1 +'), [HOURS]],
  ['one that runs once for all rows', 'alter function silence_ms immutable', [SILENCE]],
  ['one that is not asked about nulls', 'alter function silence_ms strict', [SILENCE]],
  ['one with the rights of its owner', 'alter function lock_books security definer', [LOCK]],
  ['one that tells rows before others hide them', 'alter function silence_ms leakproof', [SILENCE]],
])('functions that are not as our migrations make them are named: %s', async (_what, statement, named) => {
  const attempt = transact(own.database.db, async (tx) => {
    await sql.raw(statement).execute(tx)
    expect(await foreignDefinitions(tx)).toEqual(named)
    throw new Error('done')
  })
  await expect(attempt).rejects.toThrow('done')
})
