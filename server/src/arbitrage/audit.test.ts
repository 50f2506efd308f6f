import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../db/transact.ts'
import type { AuditFacts } from '../module/auditRule.ts'
import { openProgramme, type ProgrammeFixture } from './arbitrage.testing.ts'
import { arbitrageAudit } from './audit.ts'

let fixture: ProgrammeFixture
beforeAll(async () => {
  fixture = await openProgramme()
  const engine = fixture.engine()
  fixture.goToTrade()
  await engine.look()
  await fixture.move({ from: 1, to: 2, currency: 1, amount: 100n, cost: 7n })
  await fixture.expectBalanced()
})
afterAll(() => fixture.close())

/** The rules that find something after a statement run past every trigger, which is then undone. */
async function foundAfter(statement: string): Promise<string[]> {
  const undone = new Error('undone')
  let found: string[] = []
  const trial = transact(fixture.test.database.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    const { numAffectedRows } = await sql.raw(statement).execute(tx)
    expect(Number(numAffectedRows ?? 0n), statement).toBeGreaterThan(0)
    const facts = { since: null, next: null } as AuditFacts
    for (const { number, check } of arbitrageAudit)
      if (number === 20) found = [...new Set((await check(tx, facts)).map((one) => one.rule))]
    throw undone
  })
  await expect(trial).rejects.toBe(undone)
  return found
}

/** Another venue's account of the same currency; money from outside stays so. */
const elsewhere = (end: string) =>
  `case when ${end} & 15 = 0 then ${end} when ${end} & 15 = 12 then ${end} - 1 else ${end} + 1 end`

const CHANGES = [
  'update transfer set amount = amount + 1',
  `update transfer set from_id = ${elsewhere('from_id')}, to_id = ${elsewhere('to_id')}`,
  'update transfer set ref = gen_random_uuid()',
  'update transfer set leg = leg + 7',
  'delete from transfer',
]

test.each([
  [14, 'orders = fills'],
  [15, 'moves = transfers'],
])('of cause %i each transfer that is changed, redirected or dropped breaks: %s', async (cause, rule) => {
  const { rows } = await sql<{ where: string }>`
    select distinct on (leg, to_id & 15 = 0) format('where ref = %L and cause = %s and leg = %s', ref, cause, leg) as where
    from transfer where cause = ${cause}`.execute(fixture.test.database.db)
  expect(rows.length).toBeGreaterThan(2)
  for (const { where } of rows)
    for (const change of CHANGES) expect(await foundAfter(`${change} ${where}`)).toContain(rule)
})

test.each([
  ['update arbitrage_order set quote = quote + 1 where state is not null', 'orders = fills'],
  ['delete from arbitrage_order where filled > 0', 'orders = fills'],
  ['update arbitrage_move set amount = amount + 1', 'moves = transfers'],
  ['update arbitrage_move set cost = cost + 1', 'moves = transfers'],
  ['update arbitrage_move set ended_at_ms = null', 'moves = transfers'],
  ['delete from arbitrage_move', 'moves = transfers'],
  ['update arbitrage_line set at_ms = at_ms + 1 where kind = 0', 'lines = orders'],
  ['update arbitrage_line set profit = profit + 1 where kind = 0', 'lines = orders'],
  [
    `update arbitrage_line set profit = profit + 1, text = replace(text, '"' || profit || '"', '"' || profit + 1 || '"') where kind = 0`,
    'lines = orders',
  ],
])('%s breaks: %s', async (statement, rule) => {
  expect(await foundAfter(statement)).toContain(rule)
})
