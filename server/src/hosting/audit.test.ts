import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../db/transact.ts'
import type { AuditFacts } from '../module/auditRule.ts'
import type { Finding } from '../module/finding.ts'
import { hostingAudit } from './audit.ts'
import { openHostingFixture, type HostingFixture } from './hosting.testing.ts'

let hosting: HostingFixture
/** One with an open order, and one whose only order ended. */
let [stays, left] = [0, 0]
beforeAll(async () => {
  hosting = await openHostingFixture(Date.parse('2027-01-10T12:00:00Z'))
  stays = await hosting.user(100_000_000_000n)
  left = await hosting.user(100_000_000_000n)
  await hosting.host(stays, '100')
  await hosting.exit(left, await hosting.host(left, '100'))
  await hosting.goTo('2027-01-11')
  await hosting.trade(1_000n)
  await hosting.goTo('2027-01-12')
  await hosting.trade(2_000n)
  await hosting.goTo('2027-01-13')
  expect(await hosting.findings()).toEqual([])
})
afterAll(() => hosting.close())

/** The rules that find something after a statement run past every trigger, which is then undone. */
const foundAfter = async (statement: string) => (await findingsAfter(statement)).map((one) => one.rule)

/** The findings after such a statement, of a full audit or of a step since an earlier one. */
async function findingsAfter(statement: string, since: AuditFacts['since'] = null): Promise<Finding[]> {
  const undone = new Error('undone')
  const found: Finding[] = []
  const trial = transact(hosting.deps.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    const { numAffectedRows } = await sql.raw(statement).execute(tx)
    expect(Number(numAffectedRows ?? 0n), statement).toBeGreaterThan(0)
    for (const { number, check } of hostingAudit)
      if (number > 20) found.push(...(await check(tx, { since, next: null } as AuditFacts)))
    throw undone
  })
  await expect(trial).rejects.toBe(undone)
  return found
}

/** Another user’s account; an account of the house stays. */
const elsewhere = (end: string) => `case when ${end} < 1024 then ${end} else ${end} + 1024 end`

const CHANGES = [
  'update transfer set amount = amount + 1',
  `update transfer set from_id = ${elsewhere('from_id')}, to_id = ${elsewhere('to_id')}`,
  'update transfer set ref = gen_random_uuid()',
  'update transfer set leg = leg + 7',
  'delete from transfer',
]

test('each transfer of an order that is changed, redirected or dropped is found', async () => {
  const { rows } = await sql<{ where: string }>`
    select distinct on (cause, leg) format('where ref = %L and cause = %s and leg = %s', ref, cause, leg) as where
    from transfer where cause between 17 and 18`.execute(hosting.deps.db)
  expect(rows).toHaveLength(3)
  for (const { where } of rows)
    for (const change of CHANGES)
      expect(await foundAfter(`${change} ${where}`)).toContain('hosting = transfers')
})

test.each<[what: string, statement: () => string, rule: string]>([
  ['more hosted than the open orders', () => `balance = balance + 1 where ${hostedBy(stays)}`, 'hosted'],
  ['less hosted than the open orders', () => `balance = balance - 1 where ${hostedBy(stays)}`, 'hosted'],
  ['something hosted without an open order', () => `balance = 1 where ${hostedBy(left)}`, 'hosted'],
  ['a programme that holds more', () => 'balance = balance + 1 where id = 29', 'programme'],
  ['a programme that holds less', () => 'balance = balance - 1 where id = 29', 'programme'],
])('the audit finds %s', async (_what, change, rule) => {
  expect(await foundAfter(`update account set ${change()}`)).toContainEqual(
    expect.stringMatching(`^${rule} =`),
  )
})

test('the audit finds a hosted account that is gone, and an order that is', async () => {
  expect(await foundAfter(`delete from account where ${hostedBy(stays)}`)).toContain('hosted = open orders')
  expect(await foundAfter(`delete from hosting_order where user_id = ${stays}`)).toContain(
    'hosted = open orders',
  )
  expect(await foundAfter(`delete from hosting_order where user_id = ${left}`)).toContain(
    'hosting = transfers',
  )
})

test.each<[what: string, seq: number | null, isFound: boolean]>([
  ['the log got since', 101, true],
  ['the log lacks', null, true],
  ['an earlier audit added up', 100, false],
])('a step since the log’s entry 100 and the payouts of a day that %s', async (_what, seq, isFound) => {
  const changed = `payouts = decode(repeat('00', 32), 'hex'), log_seq = ${seq}`
  const statement = `update hosting_day set ${changed} where day = (select min(day) from hosting_day)`
  const found = await findingsAfter(statement, { atMs: 0, logSize: 100, carried: {} })
  expect(found.some(({ where }) => where.startsWith('payouts of day'))).toBe(isFound)
})

test.each([
  [0, false],
  [1, true],
])(
  '%s ms after 6 hours of ticks, the audit finds an order that ran out and is kept: %s',
  async (ms, isFound) => {
    // It was placed on the 10th, for 7 days.
    const at = Date.parse('2027-01-18T06:00:00Z') + ms
    const tick = `insert into log_entry (seq, kind, at, body, leaf) values (1000, 'tick', ${at}, '{}', sha256(''))`
    expect((await foundAfter(tick)).includes('ran out = returned')).toBe(isFound)
  },
)

/** A user's account of hosted USDT in the real book. */
function hostedBy(userId: number): string {
  return `id / 1024 = ${userId} and id & 1023 = 30`
}
