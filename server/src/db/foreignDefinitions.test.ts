import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from './database.testing.ts'
import { foreignDefinitions, readDefinitions } from './foreignDefinitions.ts'
import { viewQuery } from './migrate.ts'
import { transact } from './transact.ts'

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.close())

test('the definitions that an audit compares are those that the migrations make', async () => {
  const lines = await readDefinitions(own.database.db)
  expect(lines.length).toBeGreaterThan(1000)
  await expect(lines.map((line) => `${line}\n`).join('')).toMatchFileSnapshot('definitions.txt')
  expect(await foreignDefinitions(own.database.db)).toEqual([])
})

/** What is found after these statements, which are then undone. */
async function foundAfter(statements: string): Promise<string[]> {
  const undone = new Error('undone')
  let found: string[] = []
  const trial = transact(own.database.db, async (tx) => {
    await sql.raw(statements).execute(tx)
    found = await foreignDefinitions(tx)
    throw undone
  })
  await expect(trial).rejects.toBe(undone)
  return found
}

test.each([
  [
    'trigger',
    `select tgrelid::regclass || '.' || tgname as name, format('drop trigger %I on %s', tgname, tgrelid::regclass) as statement
      from pg_trigger where not tgisinternal`,
  ],
  [
    'constraint',
    `select conrelid::regclass || '.' || conname as name,
        format('alter table %s drop constraint if exists %I cascade', conrelid::regclass, conname) as statement
      from pg_constraint where contype in ('c', 'p', 'u', 'f') and connamespace = 'public'::regnamespace
        and conrelid <> 'schema_migration'::regclass`,
  ],
  [
    'unique index',
    `select indrelid::regclass || '.' || indexrelid::regclass as name, format('drop index %s', indexrelid::regclass) as statement
      from pg_index join pg_class c on c.oid = indexrelid where indisunique and relnamespace = 'public'::regnamespace
        and not exists (select from pg_constraint where conindid = indexrelid)`,
  ],
  [
    'NOT NULL',
    `select attrelid::regclass || '.' || attname as name,
        format('alter table %s alter %I drop not null', attrelid::regclass, attname) as statement
      from pg_attribute join pg_class c on c.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and attnotnull and attidentity = ''
        and relname <> 'schema_migration'
        and not exists (select from pg_constraint where conrelid = attrelid and contype = 'p' and attnum = any (conkey))`,
  ],
])('each %s that is dropped is named', async (_what, query) => {
  const { rows } = await sql<{ name: string; statement: string }>`${sql.raw(query)}`.execute(own.database.db)
  expect(rows.length).toBeGreaterThan(9)
  const found = await foundAfter(rows.map(({ statement }) => statement).join(';'))
  expect(found).toEqual(rows.map(({ name }) => name).toSorted())
})

const again = (name: string, made: string) =>
  `alter table account drop constraint ${name}, add constraint ${name} ${made}`
const COVERED = 'account_is_covered'
const SUMS = 'balance >= 0 and at_stake >= 0 and may_win >= 0'
const index = (made: string) => `drop index log_entry_tick_at; create ${made}`
const BY_ADDRESS = 'foreign key (operator) references operator'
const vote = (made: string) =>
  `alter table withdrawal_vote drop constraint withdrawal_vote_operator, add constraint withdrawal_vote_operator ${made}`
const PASSES = `returns trigger language plpgsql as $$ begin return null; end $$`

const RUNS =
  'create function later.runs(bigint) returns bigint immutable language plpgsql as $$ begin return 0; end $$'
const view = (name: string, made: string) => `drop view ${name} cascade; create ${made}`

test.each([
  ['nothing', 'select 1', ''],
  ['a table more', 'create table later (id int primary key check (id > 0))', ''],
  ['an index more that finds rows', 'create index on account (balance)', ''],
  ['a check as it was', again(COVERED, `check (${SUMS})`), ''],
  ['a check of nothing', again(COVERED, 'check (true)'), 'account.account_is_covered'],
  ['a check of less', again(COVERED, 'check (balance >= 0)'), 'account.account_is_covered'],
  ['a check of later rows alone', again(COVERED, `check (${SUMS}) not valid`), 'account.account_is_covered'],
  ['a check more', 'alter table account add constraint later check (id <> 1041) not valid', 'account.later'],
  ['a key more', 'alter table favourite add unique (user_id)', 'favourite.favourite_user_id_key'],
  [
    'a unique index as it was',
    index(`unique index log_entry_tick_at on log_entry (at) where kind = 'tick'`),
    '',
  ],
  [
    'an index that is not unique',
    index(`index log_entry_tick_at on log_entry (at) where kind = 'tick'`),
    'log_entry.log_entry_tick_at',
  ],
  [
    'a unique index of fewer rows',
    index(`unique index log_entry_tick_at on log_entry (at) where kind = 'tick' and at < 0`),
    'log_entry.log_entry_tick_at',
  ],
  [
    'a unique index of more columns',
    index(`unique index log_entry_tick_at on log_entry (at, seq) where kind = 'tick'`),
    'log_entry.log_entry_tick_at',
  ],
  [
    'a unique index that is not valid',
    `update pg_index set indisvalid = false where indexrelid = 'log_entry_tick_at'::regclass`,
    'log_entry.log_entry_tick_at',
  ],
  ['a unique index more', 'create unique index later on favourite (pid)', 'favourite.later'],
  [
    'a unique index more that is not valid',
    `create unique index later on favourite (pid); update pg_index set indisvalid = false where indexrelid = 'later'::regclass`,
    'favourite.later',
  ],
  [
    'an index more that runs a function',
    `create schema later; ${RUNS}; create index later on account (later.runs(balance))`,
    'account.later',
  ],
  [
    'an index more of some rows',
    `create schema later; ${RUNS}; create index later on account (balance) where later.runs(balance) = 0`,
    'account.later',
  ],
  [
    'statistics that run a function',
    `create schema later; ${RUNS}; create statistics later on (later.runs(balance)) from account`,
    'account.later',
  ],
  ['statistics of columns', 'create statistics later on balance, at_stake from account', ''],
  ['a view more', 'create view later as select from account', ''],
  [
    'a view as it was',
    view('account_in_words', `view account_in_words as ${viewQuery('account_in_words')}`),
    '',
  ],
  [
    'a view of fewer rows',
    view('account_in_words', `view account_in_words as ${viewQuery('account_in_words')} where id <> 1041`),
    'view account_in_words',
  ],
  [
    'a view with the rights of its reader',
    'alter view account_in_words set (security_invoker = true)',
    'view account_in_words',
  ],
  [
    'a table in a view’s place',
    view('account_in_words', `table account_in_words as ${viewQuery('account_in_words')}`),
    'view account_in_words',
  ],
  ['a reference as it was', vote(BY_ADDRESS), ''],
  [
    'a reference of later rows alone',
    vote(`${BY_ADDRESS} not valid`),
    'withdrawal_vote.withdrawal_vote_operator',
  ],
  [
    'a reference that deletes',
    vote(`${BY_ADDRESS} on delete cascade`),
    'withdrawal_vote.withdrawal_vote_operator',
  ],
  [
    'a reference at the commit',
    vote(`${BY_ADDRESS} deferrable initially deferred`),
    'withdrawal_vote.withdrawal_vote_operator',
  ],
  [
    'a reference that nothing checks',
    'alter table withdrawal_vote disable trigger all; alter table withdrawal_vote enable trigger user',
    'withdrawal_vote.withdrawal_vote_operator withdrawal_vote.withdrawal_vote_withdrawal_fkey',
  ],
  ['a column of another type', 'alter table favourite alter pid type bigint', 'favourite.pid'],
  ['a column that is filled in', 'alter table favourite alter added_at set default 1', 'favourite.added_at'],
  ['a column more', 'alter table favourite add later int', 'favourite.later'],
  [
    'a column that sorts otherwise',
    'alter table withdrawal_vote alter reason type text collate "C"',
    'withdrawal_vote.reason',
  ],
  [
    'a computed column that is stored',
    'alter table withdrawal_promise alter previous drop expression',
    'withdrawal_promise.previous',
  ],
])(
  'rules of a table that are not as our migrations make them are named: %s',
  async (_what, statements, named) => {
    expect((await foundAfter(statements)).join(' ')).toBe(named)
  },
)

const TRIGGER = 'operator_action.operator_actions_stay'
const KEEPS = 'alter table operator_action'

const LOGGED =
  'create or replace trigger withdrawal_promises_logged_once after update on withdrawal_promise for each row'
const LOGGED_IF = 'when (old.log_seq is not null and new.log_seq is distinct from old.log_seq)'
const ONCE = `execute function refuse_change('a promise is logged once')`
const STAYS =
  'create or replace trigger withdrawal_promises_stay before delete or truncate or update of number, withdrawal, at_ms, text, signature on withdrawal_promise for each statement'
const STAY = `execute function refuse_change('a promise is never changed or deleted')`
const [ONCE_IS, STAY_IS] = ['logged_once', 'stay'].map(
  (name) => `withdrawal_promise.withdrawal_promises_${name}`,
)

test.each([
  ['enabled', `${KEEPS} enable trigger operator_actions_stay`, ''],
  ['always enabled', `${KEEPS} enable always trigger operator_actions_stay`, ''],
  ['disabled', `${KEEPS} disable trigger operator_actions_stay`, TRIGGER],
  ['enabled on replicas alone', `${KEEPS} enable replica trigger operator_actions_stay`, TRIGGER],
  ['as it was, in other words', `${LOGGED} ${LOGGED_IF.toUpperCase()} ${ONCE}`, ''],
  ['under another condition', `${LOGGED} when (false) ${ONCE}`, ONCE_IS],
  ['without its condition', `${LOGGED} ${ONCE}`, ONCE_IS],
  ['before the change', `${LOGGED.replace('after', 'before')} ${LOGGED_IF} ${ONCE}`, ONCE_IS],
  ['that says something else', `${LOGGED} ${LOGGED_IF} execute function refuse_change('x')`, ONCE_IS],
  ['as it was', `${STAYS} ${STAY}`, ''],
  ['for each row alone', `${STAYS.replace(' or truncate', '').replace('statement', 'row')} ${STAY}`, STAY_IS],
  ['after the change', `${STAYS.replace('before', 'after')} ${STAY}`, STAY_IS],
  ['for other events', `${STAYS.replace('delete or ', '')} ${STAY}`, STAY_IS],
  ['for other columns', `${STAYS.replace(', text', '')} ${STAY}`, STAY_IS],
  [
    'that calls another function',
    `create function lets_pass() ${PASSES}; ${STAYS} execute function lets_pass()`,
    `function lets_pass() ${STAY_IS}`,
  ],
  [
    'that calls a function from elsewhere',
    `create schema later; create function later.drops() ${PASSES};
      create trigger drops before insert on withdrawal_vote for each row execute function later.drops()`,
    'withdrawal_vote.drops',
  ],
  [
    'more, with a function of ours',
    'create trigger later before insert on withdrawal_vote for each row execute function hosting_pay()',
    'withdrawal_vote.later',
  ],
  [
    'at the commit',
    `drop trigger withdrawal_promises_logged_once on withdrawal_promise;
      ${LOGGED.replace('or replace trigger', 'constraint trigger').replace('for each', 'initially deferred for each')} ${LOGGED_IF} ${ONCE}`,
    ONCE_IS,
  ],
])(
  'a trigger that its tables’ owner makes %s is named unless it is as it was',
  async (_what, statements, named) => {
    expect((await foundAfter(statements)).join(' ')).toBe(named)
  },
)
