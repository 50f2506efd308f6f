import { ONE } from '@tickmark/core/money/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf } from '../../orders/orders.testing.ts'
import { openHostingFixture, type HostingFixture } from '../hosting.testing.ts'
import { statementTrouble } from './lateStatements.ts'

let hosting: HostingFixture
beforeAll(async () => void (hosting = await openHostingFixture(Date.parse('2027-01-10T12:00:00Z'))))
afterAll(() => hosting.close())

test('while a statement stays unlogged for more than two seconds, nobody hosts more; an exit still works', async () => {
  const { db } = hosting.deps
  await sql`alter table hosting_statement disable trigger log_at_once`.execute(db)
  const trouble = () => statementTrouble(hosting.deps).look()
  const userId = await hosting.user(1_000n * ONE)
  const order = await hosting.host(userId, '100')
  hosting.clock.advance(2_000)
  expect(await trouble()).toBeNull()
  // The next statement is logged in time; the first one still is not.
  const next = await hosting.host(userId, '100')
  hosting.clock.advance(1_000)
  expect(await codeOf(hosting.host(userId, '100'))).toBe('hosting_paused')
  expect(await trouble()).toBe('not logged for 3 s')
  expect(await codeOf(hosting.exit(userId, order))).toBe('ok')
  expect(await hosting.hosted(userId)).toBe(100n * ONE)
  await sql`update hosting_statement set log_seq = 1 where number = 1`.execute(db)
  expect(await trouble()).toBeNull()
  expect(await codeOf(hosting.host(userId, '100'))).toBe('ok')
  expect(await codeOf(hosting.exit(userId, next))).toBe('ok')
  expect(await hosting.findings()).toEqual([])
})
