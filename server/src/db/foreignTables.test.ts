import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ledgerAudit } from '../ledger/audit.ts'
import type { AuditFacts } from '../module/auditRule.ts'
import { silentLog } from '../platform/log.ts'
import { createTestDatabase, type TestDatabase } from './database.testing.ts'
import { foreignTables } from './foreignTables.ts'
import { openDatabase } from './pool.ts'
import { inSnapshot } from './snapshot.ts'
import { transact } from './transact.ts'

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.close())

/** For an audit alone, which reads in a transaction that changes nothing. */
const FOR_AUDITS = `current_setting('transaction_read_only') = 'on'`
const EQUAL = 'create function later.equal(bigint, numeric) returns boolean return true'
const DIFFERS = 'operator public.<> (leftarg = bigint, rightarg = numeric, function = later.equal)'

test.each([
  ['as they are', 'select 1', []],
  ['one more', 'create table later (id bigint)', []],
  ['one dropped', 'drop table favourite', ['favourite']],
  ['one that a crash empties', 'alter table favourite set unlogged', ['favourite']],
  ['one whose rows are hidden by a policy', 'alter table account enable row level security', ['account']],
  [
    'a view in the place of one',
    `alter table account rename to held; create view account as select * from held where not ${FOR_AUDITS}`,
    ['account'],
  ],
  ['one by a rule', 'create rule quiet as on insert to audit_finding do instead nothing', ['audit_finding']],
  ['one with rows of another', 'create table later () inherits (favourite)', ['favourite']],
  [
    'one with its rows in another',
    'create table later (like favourite); alter table favourite inherit later',
    ['favourite'],
  ],
  [
    'one hidden by another',
    'create schema later; create table later.favourite (id bigint); set local search_path = later, public',
    'all',
  ],
  ['an operator of ours', `create schema later; ${EQUAL}; create ${DIFFERS}`, ['operator <>']],
  [
    'an operator elsewhere that is found by its sign alone',
    `create schema later; ${EQUAL}; create ${DIFFERS.replace('public', 'later')}; set local search_path = public, later`,
    ['operator <>'],
  ],
  [
    'a foreign key from elsewhere',
    'create table later (id bigint constraint keeps references users)',
    ['later.keeps'],
  ],
  ['a foreign key elsewhere', 'create table later (id bigint primary key, of bigint references later)', []],
  ['operators of an extension', 'create extension citext', []],
  ['names of ours before those of PostgreSQL', 'set local search_path = public, pg_catalog', ['search_path']],
  [
    'a session without triggers',
    'set local session_replication_role = replica',
    ['session_replication_role'],
  ],
])('what is not as our migrations make it is named: %s', async (_what, statement, named) => {
  const attempt = transact(own.database.db, async (tx) => {
    await sql.raw(statement).execute(tx)
    const found = await foreignTables(tx)
    if (named === 'all') expect(found).toContain('account')
    else expect(found).toEqual(named)
    throw new Error('done')
  })
  await expect(attempt).rejects.toThrow('done')
})

test('an account that only the audit cannot see is a finding', async () => {
  const hidden = await createTestDatabase()
  const app = openDatabase(hidden.appUrl, silentLog())
  const found = () =>
    inSnapshot(app.db, async (tx) => {
      const facts = { since: null, next: null } as AuditFacts
      const lists = await Promise.all(ledgerAudit.map(({ check }) => check(tx, facts)))
      return lists.flat().map(({ where }) => where)
    })
  try {
    await transact(hidden.database.db, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`insert into account (id, balance) values (1041, 7)`.execute(tx)
    })
    expect(await found()).toEqual(['real USDT', 'account 1041'])
    await sql`create policy hides on account using (not ${sql.raw(FOR_AUDITS)})`.execute(hidden.database.db)
    await sql`alter table account enable row level security`.execute(hidden.database.db)
    expect(await app.db.selectFrom('account').select('balance').execute()).toEqual([{ balance: 7n }])
    expect(await found()).toEqual(['account'])
  } finally {
    await app.close()
    await hidden.close()
  }
})
