import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFixture, requestFor, START_MS, type Fixture } from '../fixture.testing.ts'
import type { Reader, Tx } from '../../db/pool.ts'
import { accountsOffTransfers, balancesDigest } from '../../ledger/auditStore.ts'
import { transact } from '../../db/transact.ts'
import { ordersAudit } from '../audit.ts'
import { accountsOffStakes, falselyListed, orderPostingGaps, ordersNotListed } from './auditStore.ts'
import { ofTouched } from './auditTouchedStore.ts'

let fixture: Fixture

// User 1 has one order lost, one won, and two open; user 2 has one open, user 3 none.
beforeAll(async () => {
  fixture = await createFixture(3)
  for (const direction of ['up', 'down'] as const)
    await fixture.placing.place(requestFor(1, { terms: { ...requestFor(1).terms, direction } }))
  await fixture.log()
  expect(await fixture.settleDue(START_MS + 64_000)).toBe(2)
  const terms = { ...requestFor(1).terms, pid: 2, ratePct: 80 }
  for (const more of [{}, { terms, stake: 300_000_000n }]) await fixture.placing.place(requestFor(1, more))
  await fixture.placing.place(requestFor(2))
})
afterAll(() => fixture.close())

/** Stakes and profits on the accounts of open orders: of users 1 to 3 in simulated USDT, and of its escrow. */
async function standing(reader: Reader = fixture.database.db): Promise<bigint[][]> {
  const { rows } = await sql<{ id: bigint; at_stake: bigint; may_win: bigint }>`
    select id, at_stake, may_win from account where id in (530, 1553, 2577, 3601) order by id`.execute(reader)
  return rows.map((one) => [one.id, one.at_stake, one.may_win])
}

/** Runs work past every trigger, then undoes it. */
async function unguarded<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const undone = new Error('undone')
  const results: T[] = []
  await transact(fixture.database.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    results.push(await work(tx))
    throw undone
  }).catch((thrown: unknown) => {
    if (thrown !== undone) throw thrown
  })
  return results[0] as T
}

const ONE = 100_000_000n

test('a step reads the orders that it must, by their ids, so many at a time and each once', async () => {
  const { db } = fixture.database
  const { rows } = await sql<{ id: string; is_open: boolean }>`
    select id, not exists (select from settled_order s where s.id = p.id) as is_open from placed_order p order by id`.execute(
    db,
  )
  const since = (atMs: number) => ({ atMs, logSize: 0, carried: {} })
  const pages = (atMs: number) => Array.fromAsync(ofTouched(db, since(atMs), 2, async (ids) => ids))
  const all = rows.map(({ id }) => id)
  expect(await pages(0)).toEqual([all.slice(0, 2), all.slice(2, 4), all.slice(4)])
  const open = rows.filter((one) => one.is_open).map(({ id }) => id)
  expect(open).toHaveLength(3)
  expect((await pages(START_MS + 10_000_000)).flat()).toEqual(open)
})

test('money taken from one user for another is found, whatever the view of movements shows', async () => {
  const digests: string[] = []
  const found = await unguarded(async (tx) => {
    digests.push(await balancesDigest(tx, START_MS))
    await sql`update account set balance = balance + case id when 2577 then -5 else 5 end where id in (2577, 3601)`.execute(
      tx,
    )
    const { rows } = await sql<{ query: string }>`select pg_get_viewdef('movement') as query`.execute(tx)
    const lie = `select 2577::bigint, 3601::bigint, 5::bigint, ${START_MS + 1}::bigint, gen_random_uuid(), 3::smallint, 0::smallint`
    await sql
      .raw(`create or replace view movement as ${rows[0]?.query.replace(';', '')} union all ${lie}`)
      .execute(tx)
    digests.push(await balancesDigest(tx, START_MS))
    return accountsOffTransfers(tx)
  })
  expect(found.toSorted((one, other) => one.where.localeCompare(other.where))).toMatchObject([
    { where: 'account 2577', expected: '999900000000', found: '999899999995' },
    { where: 'account 3601', expected: '1000000000000', found: '1000000000005' },
  ])
  expect(digests[0]).not.toBe(digests[1])
})

test('the audit reads orders and their results by its own query, whatever the view shows', async () => {
  const found = await unguarded(async (tx) => {
    const { rows } = await sql<{ query: string }>`select pg_get_viewdef('orders') as query`.execute(tx)
    await sql
      .raw(`create or replace view orders as ${rows[0]?.query.replace(';', '')} where p.user_id <> 2`)
      .execute(tx)
    return [
      await accountsOffStakes(tx, null),
      await orderPostingGaps(tx, null),
      await ordersNotListed(tx, null),
      await falselyListed(tx),
    ]
  })
  expect(found).toEqual([[], [], [], []])
})

test('accounts have the stakes and profits of the open orders, and no longer those of settled ones', async () => {
  expect(await standing()).toEqual([
    [530n, 5n * ONE, 424_000_000n],
    [1553n, 4n * ONE, 332_000_000n],
    [2577n, ONE, 92_000_000n],
    [3601n, 0n, 0n],
  ])
  expect(await fixture.audit()).toEqual([])
})

test('the stake of an order with a fee is booked with its fee, and both go when it ends', async () => {
  const [fee, before] = [7n, await standing()]
  const undone = new Error('undone')
  const after: unknown[][] = []
  const done = transact(fixture.database.db, async (tx) => {
    const fees = async () => {
      const { rows } = await sql<{ balance: bigint }>`select balance from account where id = 532`.execute(tx)
      return rows[0]?.balance ?? 0n
    }
    const feesBefore = await fees()
    const { rows } = await sql<{ id: string }>`
      insert into placed_order select (jsonb_populate_record(o, jsonb_build_object(
        'id', gen_random_uuid(), 'key', gen_random_uuid(), 'ticket_index', 9, 'fee', ${fee}::bigint))).*
      from placed_order o where user_id = 2 returning id`.execute(tx)
    after.push(await standing(tx))
    await sql`
      insert into settled_order
      select user_id, due_at_ms, ${START_MS}::bigint, -1, -stake - fee, id, 0, 2, null, 1, 1, 1, 2, 2, 2
      from placed_order where id = ${rows[0]?.id}::uuid`.execute(tx)
    after.push(await standing(tx))
    expect((await fees()) - feesBefore).toBe(fee)
    expect(await orderPostingGaps(tx, null)).toEqual([])
    throw undone
  })
  await expect(done).rejects.toThrow(undone)
  expect(after).toEqual([
    before.map(([id, stake = 0n, profit = 0n]) =>
      id === 530n || id === 2577n ? [id, stake + ONE + fee, profit + 92_000_000n] : [id, stake, profit],
    ),
    before,
  ])
})

test('the journal has what an order moves: both legs of its placing and, once it is settled, all that escrow gives back', async () => {
  const legs = await unguarded(async (tx) => {
    await sql`update placed_order set fee = 7 where id in (select id from settled_order)`.execute(tx)
    await sql`update settled_order s set net = case outcome when 1 then profit - 7 else -stake - 7 end
      from placed_order p where p.id = s.id`.execute(tx)
    const { rows } = await sql<{
      of: string
      cause: number
      leg: number
      from_id: bigint
      to_id: bigint
      amount: bigint
    }>`
      select case outcome when 1 then 'won' else 'lost' end as of, cause, leg, from_id, to_id, amount
      from movement join orders on id = ref where user_id = 1 and cause in (1, 2) and outcome is not null order by 1, 2, 3`.execute(
      tx,
    )
    return rows.map((one) => [one.of, one.cause, one.leg, one.from_id, one.to_id, one.amount])
  })
  expect(legs).toEqual([
    ['lost', 1, 0, 1553n, 530n, ONE + 7n],
    ['lost', 1, 1, 531n, 530n, 92_000_000n],
    ['lost', 2, 1, 530n, 531n, ONE + 92_000_000n],
    ['lost', 2, 2, 530n, 532n, 7n],
    ['won', 1, 0, 1553n, 530n, ONE + 7n],
    ['won', 1, 1, 531n, 530n, 92_000_000n],
    ['won', 2, 0, 530n, 1553n, ONE + 92_000_000n],
    ['won', 2, 2, 530n, 532n, 7n],
  ])
})

const [ESCROW, STAKE] = ['escrow = open orders', 'at stake = open orders']
const [LIST, LISTED] = ['open orders = due lists', 'due lists = open orders']
/** The list of user 2's order, again with a change. */
const again = (due: string, batch: string, part: string) =>
  `insert into due_batch select ${due}, ${batch}, ${part}, ids from due_batch where ids[1] = (select id from orders where user_id = 2)`

test.each<[string, string, string[]]>([
  ['a smaller stake', 'update account set at_stake = at_stake - 1 where id = 1553', [STAKE]],
  ['a smaller profit', 'update account set may_win = may_win - 1 where id = 2577', [STAKE]],
  ['a stake without an order', 'update account set at_stake = 1 where id = 3601', [STAKE]],
  [
    'another user’s stake',
    `update account set at_stake = at_stake + case id when 1553 then 1 else -1 end where id in (1553, 2577)`,
    [STAKE, STAKE],
  ],
  [
    'less exposure',
    'update account set may_win = may_win - 1, at_stake = at_stake + 1 where id = 530',
    [ESCROW],
  ],
  [
    'less in escrow',
    'update account set may_win = may_win - 1, balance = balance - 1 where id = 530',
    [ESCROW],
  ],
  ['an open order that is gone', 'delete from placed_order where user_id = 2', [ESCROW, STAKE, LISTED]],
  [
    'an open order that is not listed as due',
    'delete from due_batch where ids[1] = (select id from orders where user_id = 2)',
    [LIST],
  ],
  [
    'an open order listed for another second',
    'update due_batch set due_at_ms = due_at_ms + 1000 where ids[1] = (select id from orders where user_id = 2)',
    [LIST, LISTED],
  ],
  [
    'an order in the list of another second, too',
    again('due_at_ms - 1000', 'batch', 'part'),
    [LISTED, LISTED],
  ],
  ['an order in the list of another batch, too', again('due_at_ms', 'batch + 1', 'part'), [LISTED, LISTED]],
  ['an order in two lists of its second', again('due_at_ms', 'batch', 'part + 99'), [LISTED, LISTED]],
  ['an account that is gone', 'delete from account where id = 1553', [STAKE]],
  ['more in escrow', 'update account set balance = balance + 1 where id = 530', [ESCROW]],
  ['no escrow', 'delete from account where id = 530', [ESCROW]],
])('the audit finds %s', async (_what, statement, rules) => {
  const found = await unguarded(async (tx) => {
    await sql.raw(statement).execute(tx)
    const rule = ordersAudit.find((one) => one.number === 4)
    return rule?.check(tx, { ticksBetween: fixture.market.ticksBetween, since: null } as never)
  })
  expect(found?.map((one) => one.rule)).toEqual(rules)
})

test.each([
  ['a stake is set by hand', 'update account set at_stake = 0'],
  ['an exposure is set by hand', 'update account set may_win = 0'],
])('the database refuses when %s', async (_what, statement) => {
  await expect(sql.raw(statement).execute(fixture.database.db)).rejects.toThrow(
    'balances follow transfers alone',
  )
})

test.each([
  ['a bankroll has a stake', 'update account set at_stake = 1 where id = 531'],
  ['a stake is below zero', 'update account set at_stake = -1 where id = 3601'],
])('even past the triggers the database refuses when %s', async (_what, statement) => {
  await expect(unguarded((tx) => sql.raw(statement).execute(tx))).rejects.toThrow(
    /account_(stakes_fit|is_covered)/,
  )
})

test('the audit finds each recorded movement of an order that is changed, redirected, dropped or invented', async () => {
  const lists = await unguarded(async (tx) => {
    expect(await orderPostingGaps(tx, null)).toEqual([])
    const { rows } = await sql<{ cause: number; batch: bigint }>`
      select cause, batch from order_posting order by cause, batch`.execute(tx)
    return rows.map(({ cause, batch }) => `where cause = ${cause} and batch = ${batch}`)
  })
  expect(lists.length).toBeGreaterThan(3)
  const wrong = [
    'of_users[1] = of_users[1] + 1',
    'of_bankrolls[1] = of_bankrolls[1] + 1',
    'of_fees[1] = 1',
    'accounts[1] = accounts[1] + 16',
    'ids[1] = gen_random_uuid()',
    'ids = array_append(ids, gen_random_uuid())',
    'ids = array_append(ids, ids[1]), accounts = array_append(accounts, accounts[1]), of_users = array_append(of_users, of_users[1]), of_bankrolls = array_append(of_bankrolls, of_bankrolls[1]), of_fees = array_append(of_fees, of_fees[1])',
    'batch = -1',
  ]
  const missed: string[] = []
  for (const statement of [
    ...lists.flatMap((where) => [
      ...wrong.map((change) => `update order_posting set ${change} ${where}`),
      `delete from order_posting ${where}`,
    ]),
    `insert into order_posting values (1, -2, 0, 1, array[gen_random_uuid()], '{1553}', '{1}', '{1}', null)`,
  ]) {
    const found = await unguarded(async (tx) => {
      await sql.raw(statement).execute(tx)
      return orderPostingGaps(tx, null)
    })
    if (found.length === 0) missed.push(statement)
  }
  expect(missed).toEqual([])
})
