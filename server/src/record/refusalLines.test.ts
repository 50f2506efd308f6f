import { sumFigures } from '@tickmark/core/record/recordFigures'
import type { RefusedLine } from '@tickmark/core/record/refusedLine'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runAudit } from '../app/audit/audit.ts'
import { transact } from '../db/transact.ts'
import { openSigner, type Signer } from '../orders/consent/signer.testing.ts'
import { codeOf, START_PRICE, type OrderFixture } from '../orders/orders.testing.ts'
import {
  DAY,
  fileText,
  linesOf,
  NEXT_DAY,
  openRecordFixture,
  placeOrder,
  readText,
  toNextDay,
} from './record.testing.ts'
import { refusalLines } from './refusalLines.ts'
import { createToday } from './todayFigures.ts'

let fixture: OrderFixture
let owner: Signer
beforeEach(async () => {
  fixture = await openRecordFixture()
  owner = await openSigner(fixture, 1)
})
afterEach(() => fixture.close())

const db = () => fixture.test.database.db

/** A minute in which the price rises, with two refused orders on an offer, one below the least stake, and a refused close. */
async function refuseThree(): Promise<void> {
  const { orderId } = await placeOrder(fixture)
  fixture.limits.userMost = 1n
  expect(await codeOf(owner.place(owner.ordering()))).toBe('user_limit')
  await fixture.pass(1)
  expect(await codeOf(owner.place(owner.ordering()))).toBe('user_limit')
  expect(await codeOf(owner.place(owner.ordering({ stake: '1' })))).toBe('consent_other_terms')
  const closing = { orderId, bidId: 'junk', consent: owner.closing(orderId, '100000000') }
  expect(await codeOf(fixture.answers.closeLimitOrder(closing, owner.context()))).not.toBe('ok')
  await fixture.pass(3)
  fixture.prices.set(1, START_PRICE + 10_000_000_000n)
  await fixture.pass(62)
}

test('a day after it was logged, a refusal has its line: with terms and outcome if they were an offer', async () => {
  await refuseThree()
  await toNextDay(fixture)
  expect(linesOf(await fileText(db(), DAY)).map((one) => one.kind)).toEqual(['order'])
  await toNextDay(fixture)
  const text = await fileText(db(), NEXT_DAY)
  const lines = linesOf(text)
  expect(lines.map((one) => one.kind)).toEqual(['refused', 'refused', 'refusal', 'refusal'])
  const [first, second] = lines as RefusedLine[]
  expect(first).toMatchObject({ book: 'simulated', currency: 'USDT', pid: 1, duration: 60, outcome: 'won' })
  expect([first?.direction, first?.stake, (second?.due ?? 0) - (first?.due ?? 0)]).toEqual([
    'up',
    '10000000000',
    1000,
  ])
  expect(text).not.toMatch(/"(user|order|asked|code|text)":/)
  const { refused } = readText(text).figures.simulated
  expect(refused).toMatchObject({ orders: 2, won: 2, lost: 0 })
  expect(readText(text).figures.refusals).toBe(4)
  expect(await recordFindings()).toEqual([])
})

test('the present day counts the refusals that are old enough', async () => {
  await refuseThree()
  const figures = async () => (await createToday(db(), fixture.clock)()).figures
  await toNextDay(fixture)
  expect((await figures()).refusals).toBe(0)
  await fixture.pass(6)
  expect((await figures()).refusals).toBe(0)
  await fixture.pass(12)
  const later = await figures()
  expect([later.refusals, later.simulated.refused.won, later.real.refused.orders]).toEqual([4, 2, 0])
})

test('a page of refusals follows another', async () => {
  await refuseThree()
  await transact(db(), async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into order_consent
      select c.session, c.nonce, gen_random_uuid(), c.asked, c.book, true, c.hosts, true, c.text, c.signature, c.hash
      from order_consent c join order_refusal r using (order_id, asked), generate_series(1, 300) where r.code = 'user_limit'`.execute(
      tx,
    )
    await sql`insert into order_refusal
      select r.number + 1000 * row_number() over (), c.order_id, c.asked, r.user_id, r.code, r.facts, r.at_ms, r.signature, r.leaf, r.log_seq
      from order_consent c join order_refusal r using (asked) where c.order_id <> r.order_id`.execute(tx)
  })
  const sum = sumFigures()
  const span = { fromMs: 0, toMs: fixture.clock.nowMs() + 2 * 86_400_000 }
  for await (const lines of refusalLines(db(), span)) for (const line of lines) sum.addRefusal(line)
  expect([sum.figures().refusals, sum.figures().simulated.refused.orders]).toEqual([604, 602])
})

test.each<[what: string, statement: string]>([
  [
    'forgets a refusal',
    'update order_refusal set log_seq = log_seq + 1000000 where number = (select min(number) from order_refusal)',
  ],
  [
    'turns what would have won into what would have lost',
    `update log_entry set body = replace(body, '"1":"', '"1":"9') where kind = 'tick' and at = (
      select min(at) from log_entry where kind = 'tick' and at > (select max(at_ms) from order_refusal))`,
  ],
])('a house that %s is found by the audit', async (_, statement) => {
  await refuseThree()
  await toNextDay(fixture)
  await toNextDay(fixture)
  await transact(db(), async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(statement).execute(tx)
  })
  expect(await recordFindings()).toContainEqual(expect.stringMatching(/^log entry \d+$/))
})

/** Where the audit finds a false record, or what stops it. */
function recordFindings(): Promise<string[]> {
  return runAudit(fixture.test.database).then(
    (findings) => findings.filter((one) => one.number === 18).map((one) => one.where),
    (thrown: Error) => [thrown.message],
  )
}
