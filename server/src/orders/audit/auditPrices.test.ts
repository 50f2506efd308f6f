import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../db/transact.ts'
import { auditBids, auditPrices } from './auditPrices.ts'
import { askOf, bidFor, openOrderFixture, SIGMA, type OrderFixture } from '../orders.testing.ts'

let fixture: OrderFixture
let open: string
let closed: string

beforeAll(async () => {
  fixture = await openOrderFixture()
  open = await place()
  closed = await place()
  await fixture.pass(2)
  const { bidId } = await bidFor(fixture, closed)
  await fixture.answers.closeLimitOrder({ orderId: closed, bidId }, askOf(fixture.clock, 1))
  fixture.volatility.sigma = SIGMA * 1.5
  // The next model is logged 20 s after the first.
  await fixture.pass(40)
})
afterAll(() => fixture.close())

async function place(): Promise<string> {
  const asked = { type: 0 as const, pid: 1, timeId: 110 }
  const { ranges } = await fixture.answers.getTimeAccountCurrency(asked, askOf(fixture.clock, 1))
  const order = { pid: 1, timeId: 110, currencyId: 1, stake: '10', quoteId: ranges[1]?.id ?? '' }
  return (await fixture.answers.createLimitOrder(order, askOf(fixture.clock, 1))).orderId
}

/** The findings after a statement run past every trigger, which is then undone. */
async function foundAfter(statement: string): Promise<string[]> {
  let found: string[] = []
  const undone = new Error('undone')
  const named = statement.replace('OPEN', `'${open}'`).replace('CLOSED', `'${closed}'`)
  await transact(fixture.test.database.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(named).execute(tx)
    const { ticksBetween } = fixture.market
    const all = [...(await auditPrices(tx, null)), ...(await auditBids(tx, { ticksBetween, since: null }))]
    found = all.map((one) => `${one.rule}: ${one.found}`)
    throw undone
  }).catch((thrown: unknown) => {
    if (thrown !== undone) throw thrown
  })
  return found
}

const NEWER_AT = `(select min(at) from log_entry where kind = 'model' and seq > 3)`

test.each([
  ['an honest house', 'select 1', []],
  [
    'a worse rate for one',
    'update placed_order set rate_pct = rate_pct - 1 where id = OPEN',
    ['price = rules: not_offered'],
  ],
  [
    'another chance',
    'update placed_order set chance_ppm = chance_ppm + 1 where id = OPEN',
    ['price = rules: not_offered'],
  ],
  [
    'another margin',
    'update placed_order set margin_ppm = 50000 where id = OPEN',
    ['price = rules: not_offered'],
  ],
  [
    'a model that is none',
    'update placed_order set model_seq = 4 where id = OPEN',
    ['price = rules: no such entries'],
  ],
  [
    'a model of later than it',
    `update placed_order set accepted_at_ms = accepted_at_ms - 60000 where id = OPEN`,
    ['price = rules: rules_not_in_force'],
  ],
  [
    'a superseded model',
    'update placed_order set accepted_at_ms = accepted_at_ms + 60000 where id = OPEN',
    [expect.stringMatching(/^price = rules: a superseded model, 3 after \d+$/)],
  ],
  [
    'a model just superseded when its quotes expire',
    `update placed_order set accepted_at_ms = ${NEWER_AT} + 20000`,
    [],
  ],
  [
    'one superseded for a millisecond more',
    `update placed_order set accepted_at_ms = ${NEWER_AT} + 20001 where id = OPEN`,
    [expect.stringMatching(/^price = rules: a superseded model, 3 after \d+$/)],
  ],
  [
    'a bid a unit lower',
    'update settled_order set bid = bid - 1 where id = CLOSED',
    [expect.stringMatching(/^bid = rules: \d+$/)],
  ],
  [
    'a close at a time that has no price',
    'update settled_order set settled_at_ms = 86400000 where id = CLOSED',
    [expect.stringMatching(/^bid = rules: \d+$/)],
  ],
  [
    'a close at another time',
    'update settled_order set settled_at_ms = settled_at_ms + 32000 where id = CLOSED',
    [expect.stringMatching(/^bid = rules: \d+$/)],
  ],
])('the audit of prices, with %s', async (_, statement, expected) => {
  expect(await foundAfter(statement)).toEqual(expected)
})
