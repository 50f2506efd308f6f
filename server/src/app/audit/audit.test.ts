import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runAudit } from './audit.ts'
import type { Database, Db, Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { createFixture, type Fixture, requestFor, START_MS } from '../../orders/fixture.testing.ts'
import { askOf, openOrderFixture, type OrderFixture } from '../../orders/orders.testing.ts'

/** An attacker's changes with full database access, past every trigger and constraint, and the rule that notices each. */
const TAMPERINGS: [string, string, RegExp][] = [
  [
    'gives himself money',
    'update account set balance = balance + 1 where id = (select max(id) from account)',
    /^(1|3) /,
  ],
  [
    'takes one unit from the bankroll',
    'update account set balance = balance - 1 where (id & 15) = 3',
    /^(1|3) /,
  ],
  ['changes a transfer', 'update transfer set amount = amount + 1', /^3 /],
  ['changes a stake', 'update placed_order set stake = stake + 1', /^3 /],
  [
    'changes what was recorded of a stake',
    'update order_posting set of_users[1] = of_users[1] + 1 where cause = 1',
    /^7 /,
  ],
  ['drops what was recorded of payouts', 'delete from order_posting where cause = 2', /^7 /],
  [
    'invents a payout',
    `insert into order_posting
      select 2, -1, 0, at_ms, array[gen_random_uuid()], accounts[1:1], of_users[1:1], of_bankrolls[1:1], of_fees[1:1]
      from order_posting where cause = 2 limit 1`,
    /^7 /,
  ],
  [
    'turns a loss into a win',
    'update settled_order s set outcome = 1, net = profit from placed_order p where p.id = s.id and outcome = 2',
    /^8 |transfer/i,
  ],
  [
    'turns a win into a loss',
    'update settled_order s set outcome = 2, net = -stake from placed_order p where p.id = s.id and outcome = 1',
    /^8 |transfer/i,
  ],
  [
    'moves a settlement price',
    'update settled_order set exit_price = exit_price + 1 where exit_price is not null',
    /^8 result/,
  ],
  ['raises a rate', 'update placed_order set rate_pct = rate_pct + 1', /^8 terms/],
  ['puts off a due second', 'update placed_order set due_at_ms = due_at_ms + 60000', /^8 terms/],
]

describe('the books', () => {
  let fixture: Fixture
  beforeAll(async () => {
    fixture = await createFixture(20)
    for (let user = 1; user <= 20; user++) {
      const terms = { ...requestFor(user).terms, direction: user % 2 ? ('up' as const) : ('down' as const) }
      await fixture.placing.place(requestFor(user, { terms }))
    }
    fixture.clock.set(START_MS + 1_000)
    await fixture.log()
    fixture.clock.set(START_MS + 70_000)
    expect(await fixture.settleDue(START_MS + 70_000)).toBe(20)
    await fixture.placing.place(requestFor(1))
    expect(await fixture.audit()).toEqual([])
  })
  afterAll(() => fixture.close())

  test.each(TAMPERINGS)('the audit finds somebody who %s', async (_what, statement, rule) => {
    await keptTables(fixture.database.db, BOOKS, async () => {
      await pastTheGuards(fixture.database, statement)
      expect((await fixture.audit()).some((finding) => rule.test(finding))).toBe(true)
    })
  })

  test('with all of that undone give no findings', async () => {
    expect(await fixture.audit()).toEqual([])
  })
})

/** An attacker's changes to the log itself. Entry 3 has the first tickets. */
const LOG_TAMPERINGS: [string, string, string][] = [
  [
    'changes a price',
    `update log_entry set body = replace(body, '"1":"', '"1":"1') where seq = 4`,
    '13 leaf = entry log entry 4',
  ],
  [
    'changes a price and its leaf',
    `update log_entry set body = replace(body, '"1":"', '"1":"1'),
      leaf = sha256('\\x00'::bytea || replace(body, '"1":"', '"1":"1')::bytea) where seq = 4`,
    '13 checkpoint = log checkpoint of 4',
  ],
  ['takes the newest entry out', 'delete from log_entry where seq = 300', '13 entries log entry 301'],
  [
    'changes a tile',
    `update log_tile set data = repeat('x', 8192)::bytea`,
    '13 tiles = log tile 0 of level 0',
  ],
  ['takes a tile out', `delete from log_tile`, '13 tiles = log tile 0 of level 0'],
  [
    'changes a root',
    'update log_checkpoint set root = sha256(root) where size = 4',
    '13 checkpoint = log checkpoint of 4',
  ],
  [
    'signs with another key',
    `update log_checkpoint set note = overlay(note placing 'AAAA' from length(note) - 20) where size = 4`,
    '13 checkpoint = log checkpoint of 4',
  ],
  [
    'names other keys',
    `update log_entry set body = replace(body, '"log":"', '"log":"0') where seq = 1`,
    '13 entries log entry 1',
  ],
  [
    'moves a batch to another entry',
    'update ticket_batch set log_seq = 6 where log_seq = 5',
    '14 entry = batches batch',
  ],
  [
    'counts another number of batches',
    `update log_entry set body = replace(body, '"count":1', '"count":2') where seq = 5`,
    '14 entry = batches log entry 5',
  ],
  ['forgets a batch', 'update ticket_batch set log_seq = null', '14 entry = batches log entry 5'],
  ['keeps tickets out', 'update ticket_batch set log_seq = null', '14 log = batches batch'],
  ['ends an order before its ticket', 'update ticket_batch set log_seq = null', '8 result = rules order'],
  ['keeps results out', 'update receipt_batch set log_seq = null', '14 log = batches batch'],
  ['logs results nowhere', 'update receipt_batch set log_seq = 0', '14 entry = batches batch'],
  ['changes a batch', 'update receipt_batch set leaves = sha256(leaves)', '14 batch = leaves batch'],
  [
    'changes a ticket’s batch and its root',
    'update ticket_batch set leaves = sha256(leaves), root = sha256(root)',
    '14 entry = batches log entry 5',
  ],
]

describe('the log', () => {
  let fixture: OrderFixture
  beforeAll(async () => {
    fixture = await openOrderFixture()
    const ask = askOf(fixture.clock, 1)
    const { ranges } = await fixture.answers.getTimeAccountCurrency({ type: 0, pid: 1, timeId: 110 }, ask)
    const input = { pid: 1, stake: '100', timeId: 110, currencyId: 1, quoteId: ranges[0]?.id ?? '' }
    await fixture.answers.createLimitOrder(input, ask)
    await fixture.pass(370)
    await fixture.market.stop()
    expect(await audited()).toEqual([])
  })
  afterAll(() => fixture.close())

  const audited = async () => {
    const found = await runAudit(fixture.test.database)
    return found.map((one) => `${one.number} ${one.rule} ${one.where}`)
  }

  test.each(LOG_TAMPERINGS)('the audit finds somebody who %s', async (_what, statement, found) => {
    const { db } = fixture.test.database
    await keptTables(db, LOG_TABLES, async () => {
      await pastTheGuards(fixture.test.database, statement)
      expect((await audited()).some((one) => one.startsWith(found))).toBe(true)
    })
  })

  test('with all of that undone gives no findings', async () => {
    expect(await audited()).toEqual([])
  })
})

/** Restores these tables after a test. */
async function keptTables(db: Db, tables: readonly string[], work: () => Promise<void>): Promise<void> {
  for (const table of tables) await sql.raw(`create table kept_${table} as table ${table}`).execute(db)
  try {
    await work()
  } finally {
    const back = tables.flatMap((table) => [
      `delete from ${table}`,
      `insert into ${table} select * from kept_${table}`,
      `drop table kept_${table}`,
    ])
    await withoutGuards(db, async (tx) => {
      for (const one of back) await sql.raw(one).execute(tx)
    })
  }
}

const BOOKS = ['account', 'transfer', 'placed_order', 'settled_order', 'order_posting']
const LOG_TABLES = ['log_entry', 'log_tile', 'log_checkpoint', 'log_day', 'ticket_batch', 'receipt_batch']

/** Runs a statement as the tables' owner could: with triggers disabled. */
function pastTheGuards({ db }: Database, statement: string): Promise<void> {
  return withoutGuards(db, async (tx) => void (await sql.raw(statement).execute(tx)))
}

/** Without triggers and foreign keys, as a superuser could. */
function withoutGuards(db: Db, work: (tx: Tx) => Promise<void>): Promise<void> {
  return transact(db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await work(tx)
  })
}
