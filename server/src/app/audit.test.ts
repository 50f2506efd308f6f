import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setServer } from './app.testing.ts'
import { runAudit } from './audit.ts'
import type { Database } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { createFixture, requestFor, START_MS } from '../orders/fixture.testing.ts'

/**
 * What an attacker with full database access might do, past every trigger and constraint, and the rule that notices.
 */
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
  ['changes a transfer', 'update transfer set amount = amount + 1 where cause = 1 and leg = 0', /^3 /],
  ['drops a transfer of an order', 'delete from transfer where cause = 2', /^3 /],
  [
    'invents a payout',
    `insert into transfer (from_id, to_id, amount, at_ms, ref, cause, leg)
      select from_id, to_id, 1, at_ms, gen_random_uuid(), 2, 0 from transfer where cause = 2 limit 1`,
    /^4 |order/i,
  ],
  [
    'turns a loss into a win',
    'update orders set outcome = 1, net = profit where outcome = 2',
    /^8 |transfer/i,
  ],
  [
    'turns a win into a loss',
    'update orders set outcome = 2, net = -stake where outcome = 1',
    /^8 |transfer/i,
  ],
  [
    'moves a settlement price',
    'update orders set exit_price = exit_price + 1 where exit_price is not null',
    /^8 result/,
  ],
  ['raises a rate', 'update orders set rate_pct = rate_pct + 1', /^8 terms/],
  ['puts off a due second', 'update orders set due_at_ms = due_at_ms + 60000', /^8 terms/],
]

test.each(TAMPERINGS)('somebody who %s is found', async (_what, statement, rule) => {
  const fixture = await createFixture(20)
  try {
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
    await pastTheGuards(fixture.database, statement)
    expect((await fixture.audit()).some((finding) => rule.test(finding))).toBe(true)
  } finally {
    await fixture.close()
  }
})

const server = setServer()

test('an entry of the log that is changed or taken out is found', async () => {
  await server.app.market.idle()
  const { database } = server.database
  expect(await runAudit(database)).toEqual([])
  await pastTheGuards(
    server.database.database,
    `update log_entry set body = replace(body, '"1":"', '"1":"1') where seq = 4`,
  )
  expect((await runAudit(database)).map((one) => one.rule)).toContain('chain')
})

/** Runs a statement as the tables' owner could: with triggers disabled. */
async function pastTheGuards({ db }: Database, statement: string): Promise<void> {
  const tables = ['account', 'transfer', 'orders', 'log_entry']
  await transact(db, async (tx) => {
    for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
    await sql.raw(statement).execute(tx)
    for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx)
  })
}
