import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFixture, requestFor, START_MS, type Fixture } from './fixture.testing.ts'
import type { Reader, Tx } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { ordersAudit } from './audit.ts'
import { orderTransferGaps } from './auditStore.ts'

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
    const { rows } = await sql<{ id: string; stake: bigint; profit: bigint }>`
      insert into orders select (jsonb_populate_record(o, jsonb_build_object(
        'id', gen_random_uuid(), 'key', gen_random_uuid(), 'fee', ${fee}::bigint))).*
      from orders o where user_id = 2 returning id, stake, profit`.execute(tx)
    const [order] = rows
    if (!order) throw new Error('user 2 has an order')
    const { id, stake, profit } = order
    const moved = (cause: number, legs: [leg: number, from: number, to: number, amount: bigint][]) =>
      sql`insert into transfer select f, t, amount, ${START_MS}::bigint, ${id}::uuid, ${cause}::smallint, leg
        from (values ${sql.join(legs.map(([leg, from, to, amount]) => sql`(${leg}::smallint, ${from}::bigint, ${to}::bigint, ${amount}::bigint)`))})
          as posted (leg, f, t, amount)`.execute(tx)
    await moved(1, [
      [0, 2577, 530, stake + fee],
      [1, 531, 530, profit],
    ])
    after.push(await standing(tx))
    await moved(2, [
      [1, 530, 531, stake + profit],
      [2, 530, 532, fee],
    ])
    after.push(await standing(tx))
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

const [ESCROW, STAKE] = ['escrow = open orders', 'at stake = open orders']

test.each<[string, string, string[]]>([
  ['a smaller stake', 'update account set at_stake = at_stake - 1 where id = 1553', [STAKE]],
  ['a smaller profit', 'update account set may_win = may_win - 1 where id = 2577', [STAKE]],
  ['a stake without an order', 'update account set at_stake = 1 where id = 3601', [STAKE]],
  [
    'another user`s stake',
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
  ['an open order that is gone', 'delete from orders where user_id = 2', [ESCROW, STAKE]],
  ['an account that is gone', 'delete from account where id = 1553', [STAKE]],
  ['more in escrow', 'update account set balance = balance + 1 where id = 530', [ESCROW]],
  ['no escrow', 'delete from account where id = 530', [ESCROW]],
])('the audit finds %s', async (_what, statement, rules) => {
  const found = await unguarded(async (tx) => {
    await sql.raw(statement).execute(tx)
    const rule = ordersAudit.find((one) => one.number === 4)
    return rule?.check(tx, { ticksBetween: fixture.market.ticksBetween } as never)
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

test('the audit finds each order transfer that is changed, redirected, dropped or invented', async () => {
  const legs = await unguarded(async (tx) => {
    expect(await orderTransferGaps(tx, null)).toEqual([])
    const { rows } = await sql<{ cause: number; leg: number }>`
      select cause, leg from transfer where cause in (1, 2) group by 1, 2 order by 1, 2`.execute(tx)
    return rows.map(({ cause, leg }) => `where cause = ${cause} and leg = ${leg}`)
  })
  expect(legs.length).toBeGreaterThan(3)
  const missed: string[] = []
  for (const statement of [
    ...legs.flatMap((where) => [
      ...['amount = amount + 1', 'from_id = from_id + 16', 'to_id = to_id + 16', 'leg = 7'].map(
        (change) => `update transfer set ${change} ${where}`,
      ),
      `delete from transfer ${where}`,
    ]),
    ...[1, 2].map((cause) => `update transfer set cause = ${cause} where cause = 3 and to_id = 1553`),
  ]) {
    const found = await unguarded(async (tx) => {
      for (const net of ['stays_in_its_book', 'flow_is_allowed'])
        await sql.raw(`alter table transfer drop constraint transfer_${net}`).execute(tx)
      await sql.raw(statement).execute(tx)
      return orderTransferGaps(tx, null)
    })
    if (found.length === 0) missed.push(statement)
  }
  expect(missed).toEqual([])
})
