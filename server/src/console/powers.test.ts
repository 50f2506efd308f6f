import { ONE } from '@tickmark/core/money/money'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newUser, setServer } from '../app/app.testing.ts'
import { order } from '../app/placeOrder.testing.ts'
import { operatorCaller } from '../app/operatorCaller.testing.ts'
import { transact } from '../db/transact.ts'
import { approvedIn } from '../operators/approved.testing.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { movesOffProposals } from '../treasury/auditStore.ts'

const clock = movableClock()
const server = setServer({ clock, env: { CONTENT: 'none' } })
/** The database role that the house works with, as every operator's call does. */
let house: pg.Client

beforeAll(async () => {
  const user = await newUser(() => server.url, 431)
  clock.waitFor(() => server.app.market.latest()?.atMs ?? null)
  await vi.waitUntil(async () => /^[0-9a-f-]{36}$/.test(await order(user)), { timeout: 60_000 })
  clock.advance(65_000)
  await server.app.idle()
  const { db } = server.database.database
  const settled = db.selectFrom('orders').select('id').where('status', '=', 1)
  await vi.waitUntil(async () => (await settled.execute()).length > 0, { timeout: 60_000 })
  await operatorCaller(server, { roles: ['admin'] })
  house = new pg.Client(server.database.appUrl)
  await house.connect()
})
afterAll(() => house.end())

test.each([
  ['a price', 'update log_entry set seq = seq'],
  ['a price that is gone', 'delete from log_entry'],
  ['an order’s terms', 'update placed_order set barrier_ppm = 0'],
  ['an order’s stake', 'update placed_order set stake = stake * 2'],
  ['a result', 'update settled_order set outcome = 1'],
  ['a result’s prices', 'update settled_order set exit_price = exit_price + 1'],
  ['an order that is open again', 'delete from settled_order'],
  ['an order that is gone', 'delete from placed_order'],
  ['a balance', 'update account set balance = balance + 1'],
  ['a new account with money', 'insert into account values (1048595, 1000)'],
  ['an account that is gone', 'delete from account'],
  ['a movement of money', 'update transfer set amount = amount + 1'],
  [
    'a movement without an action of two',
    'insert into transfer values (22, 19, 1, 1, gen_random_uuid(), 20, 0)',
  ],
  [
    'a movement from user to user',
    'insert into transfer values (1048593, 2097169, 1, 1, gen_random_uuid(), 5, 0)',
  ],
  [
    'a withdrawal that begins approved',
    `insert into withdrawal (id, user_id, chain, currency, amount, fee_cap, gas_currency, gas_price, gas_cap, destination,
        account, wallet_type, intent, nonce, signature, requested_at, address_from, needs_approval, state, state_at)
      select gen_random_uuid(), id, 1, 1, 1, 0, 1, 0, 1, 'x', 'x', 1, '{}', gen_random_uuid(), 'x', 1, 1, true, 2, 1
      from users limit 1`,
  ],
  ['a yield', 'update hosting_payout_part set day = day'],
  [
    'rules without an action of two',
    "insert into rules_version select 1, gen_random_uuid(), '{}', a.address, a.address, 1 from operator a limit 1",
  ],
  ['an action', "update operator_action set subject = 'tea'"],
  ['an action that is gone', 'delete from operator_action'],
  ['a proposal', "update proposal set payload = '{}'"],
  ['a decision', 'delete from proposal_decision'],
  ['an operator who is gone', 'delete from operator'],
  ['another operator’s address', "update operator set address = '0xeve'"],
  ['the chain of actions without its trigger', 'alter table operator_action disable trigger all'],
])('the database refuses the house’s own role %s', async (_what, statement) => {
  await expect(house.query(statement)).rejects.toThrow(
    /permission denied|must be owner|never|follow|begins|ends|not allowed|violates|by two operators/,
  )
})

test('an approved movement of the house’s money is posted once, whatever its number, and the audit checks it', async () => {
  const { db } = server.database.database
  const fund = { amount: '5', currencyId: 1, from: 'inventory', to: 'bankroll' }
  const { proposalId } = await transact(db, (tx) => approvedIn(tx, 'treasury.fund', fund, clock.nowMs()))
  const post = (leg: number) =>
    `insert into transfer values (22, 19, ${5n * ONE}, 1, '${proposalId}', 20, ${leg})`
  await expect(house.query(post(1))).rejects.toThrow('moved by two operators')
  await house.query(post(0))
  for (const leg of [1, 2]) await expect(house.query(post(leg))).rejects.toThrow('transfer_treasury')
  expect(await transact(db, movesOffProposals)).toEqual([])
  const tampered = transact(db, async (tx) => {
    await sql`drop index transfer_treasury`.execute(tx)
    await sql`alter table transfer disable trigger transfer_is_approved`.execute(tx)
    await sql.raw(post(1)).execute(tx)
    throw new Error((await movesOffProposals(tx)).map((one) => one.expected).join())
  })
  await expect(tampered).rejects.toThrow(/^no approved proposal$/)
})
