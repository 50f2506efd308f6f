import { codeOfBook } from '@tickmark/core/money/currencies'
import { ONE, parseAmount } from '@tickmark/core/money/money'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runAudit } from '../app/audit/audit.ts'
import type { Tx } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import type { AuditedPart } from '../module/auditRule.ts'
import { auditConsents } from './auditConsents.ts'
import { openSigner, type Signer } from './consent/signer.testing.ts'
import { bidFor, openOrderFixture, type OrderFixture } from './orders.testing.ts'

let fixture: OrderFixture
let owner: Signer
beforeAll(async () => {
  fixture = await openOrderFixture()
  owner = await openSigner(fixture, 1)
  // The owner has money in the real book, and the house an empty escrow.
  const { db } = fixture.test.database
  await sql`insert into transfer values (16, ${1024 + 17}, ${900n * ONE}, 0, ${randomUUID()}, 3, 0)`.execute(
    db,
  )
  await changed('insert into account values (18, 0)')
})
afterAll(() => fixture.close())

/** What an open order holds, put on its accounts or taken off them again. */
async function hold(tx: Tx, id: string, sign: 1 | -1): Promise<void> {
  await sql`
    with one as (
      select *, book * 512 + currency * 16 as part, ${sign}::bigint * (stake + fee) as staked, ${sign}::bigint * profit as won
      from placed_order where id = ${id}
    ), side as (
      select user_id * 1024 + part + 1 as id, -staked as delta, staked, won from one
      union all select part + 2, staked + won, staked, won from one
      union all select part + 3, -won, 0, 0 from one)
    update account set balance = balance + delta, at_stake = at_stake + side.staked, may_win = may_win + side.won
    from side where account.id = side.id`.execute(tx)
}

/** Without triggers, as the tables' owner could. */
function changed(statement: string): Promise<void> {
  return transact(fixture.test.database.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(statement).execute(tx)
  })
}

/** An open order as the tables' owner could change it, with all that it moved. */
function rewrite(id: string, change: string): Promise<void> {
  return transact(fixture.test.database.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await hold(tx, id, -1)
    await sql.raw(`update placed_order set ${change} where id = '${id}'`).execute(tx)
    await hold(tx, id, 1)
    await sql`
      update order_posting set accounts = array[user_id * 1024 + book * 512 + currency * 16 + 1],
        of_users = array[stake + fee], of_bankrolls = array[profit]
      from placed_order p where cause = 1 and p.id = ${id} and ids = array[p.id]`.execute(tx)
  })
}

const REWRITTEN: [what: string, change: string][] = [
  ['moved to the real book', `book = ${codeOfBook('real')}`],
  ['turned round', 'direction = 1 - direction'],
  ['of twice the stake', 'stake = 2 * stake, profit = 2 * profit, fee = 2 * fee'],
  ['another user`s', 'user_id = 2'],
]

test('the audit finds a signed order that another took the place of, or that was closed unasked', async () => {
  const orders: string[] = []
  const place = async () => {
    const { orderId } = await owner.place(owner.ordering())
    orders.push(orderId)
    return orderId
  }
  await place()
  for (const [, change] of REWRITTEN) await rewrite(await place(), change)
  const [asked, unasked, lessAsked] = [await place(), await place(), await place()]
  await fixture.pass(2)
  const close = async (orderId: string) => {
    const { bid, bidId } = await bidFor(fixture, orderId)
    const consent = owner.closing(orderId, String(parseAmount(bid)))
    await fixture.answers.closeLimitOrder({ orderId, bidId, consent }, owner.context())
  }
  for (const orderId of [asked, unasked, lessAsked]) await close(orderId)
  await fixture.pass(64)
  const { rows: open } = await sql`select from orders where outcome is null`.execute(fixture.test.database.db)
  expect(open).toEqual([])
  const { ticksBetween } = fixture.market
  const found = async (since: AuditedPart | null) => {
    const all = await auditConsents(fixture.test.database.db, since)
    return all
      .map(({ where }) => where.replace(/order (\S+)/, (_, id: string) => `${orders.indexOf(id)}`))
      .toSorted()
  }
  const rewritten = ['1', '2', '3', '4']
  expect(await found(null)).toEqual(rewritten)
  await changed(`delete from order_consent where closes and order_id = '${unasked}'`)
  await changed(`update settled_order set bid = bid - 1 where id = '${lessAsked}'`)
  expect(await found(null)).toEqual([...rewritten, '6', '7 closed'])
  expect(await found({ atMs: 0, logSize: 0, carried: {} })).toEqual([...rewritten, '6', '7 closed'])
  expect(await found({ atMs: fixture.clock.nowMs(), logSize: 0, carried: {} })).toEqual([])
  await changed(`delete from placed_order where id = '${orders[0]}'`)
  expect(await found(null)).toEqual(['0', ...rewritten, '6', '7 closed'])
  const all = await runAudit(fixture.test.database, { ticksBetween })
  expect(all.filter(({ rule }) => rule === 'order = signed')).toHaveLength(6)
})
