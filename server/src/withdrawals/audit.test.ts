import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { auditWithdrawals } from './audit.ts'
import { newAddress, openWithdrawalFixture, USDT, type WithdrawalFixture } from './withdrawals.testing.ts'

let fixture: WithdrawalFixture
beforeEach(async () => {
  fixture = await openWithdrawalFixture()
  const owner = await fixture.addOwner({ [USDT]: '100' })
  await fixture.withdraw(owner, { amount: '10', to: newAddress() })
  const gone = await fixture.withdraw(owner, { amount: '20', to: newAddress() })
  await fixture.answers.cancelWithdrawal({ id: gone }, fixture.ask(owner))
})
afterEach(() => fixture.close())

/** Writes as the database's owner could: past every trigger. */
async function tamper(statement: string): Promise<string[]> {
  return fixture.deps.database.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(statement).execute(tx)
    return (await auditWithdrawals(tx)).map((one) => one.rule)
  })
}

test('the audit of honest withdrawals finds nothing', async () => {
  expect(await auditWithdrawals(fixture.deps.database.db)).toEqual([])
})

test.each([
  ['holds = pending withdrawals', 'update account set balance = balance - 1 where (id & 15) = 5'],
  ['holds = pending withdrawals', 'update withdrawal set amount = amount + 1 where state = 2'],
  ['withdrawals = transfers', 'update withdrawal set amount = amount + 1 where state = 2'],
  ['withdrawals = transfers', 'delete from transfer where cause = 8'],
  ['withdrawals = transfers', `update transfer set amount = amount + 1 where cause = 7`],
  ['withdrawals = transfers', 'update transfer set ref = gen_random_uuid() where cause = 8'],
  ['holds = pending withdrawals', 'update withdrawal set state = 2 where state = 7'],
  ['withdrawal = steps and bytes', 'update withdrawal set state = 5 where state = 2'],
  ['withdrawal = steps and bytes', 'delete from withdrawal_step where state = 2'],
])('the audit notices: %s after %s', async (rule, statement) => {
  expect(await tamper(statement)).toContain(rule)
})
