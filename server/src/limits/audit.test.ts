import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../db/transact.ts'
import type { AuditFacts } from '../module/auditRule.ts'
import { createFixture, requestFor, START_MS, type Fixture } from '../orders/fixture.testing.ts'
import { limitsAudit } from './audit.ts'
import { exclude, takeBreak } from './takePause.ts'

const HOUR_MS = 3_600_000
let fixture: Fixture
/** User 1 has played before his break and after it, 2 has an open order and is excluded now; 3 has no limits. */
beforeAll(async () => {
  fixture = await createFixture(3)
  const room = { db: fixture.database.db, clock: fixture.clock }
  const place = (user: number) => fixture.placing.place(requestFor(user))
  for (const user of [1, 2, 3]) expect(await place(user)).toMatchObject({ ok: true })
  fixture.clock.set(START_MS + 1_000)
  await fixture.log()
  expect(await takeBreak(1, 1, room)).toMatchObject({ ok: true })
  fixture.clock.set(START_MS + 70_000)
  expect(await fixture.settleDue(START_MS + 70_000)).toBe(3)
  expect(await place(1)).toMatchObject({ ok: false, refusal: { code: 'on_break' } })
  fixture.clock.set(START_MS + 1_000 + HOUR_MS)
  for (const user of [1, 2, 3]) expect(await place(user)).toMatchObject({ ok: true })
  expect(await exclude(2, 6, room)).toMatchObject({ ok: true })
})
afterAll(() => fixture.close())

/** The rules that find what an owner of the tables has done, which is undone afterwards. */
async function foundAfter(...statements: string[]): Promise<string[]> {
  const found: string[] = []
  const undone = transact(fixture.database.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const one of statements) await sql.raw(one).execute(tx)
    for (const { check } of limitsAudit)
      found.push(...(await check(tx, { since: null, next: null } as AuditFacts)).map(({ rule }) => rule))
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  return found
}

const last = (user: number, offset: number) =>
  `(select max(accepted_at_ms) + ${offset} from orders where user_id = ${user})`
const excluded = (user: number, from: number, until: number) =>
  `insert into user_break values (${user}, 0, ${last(user, until)}, ${last(user, from)})`

test.each<[what: string, statements: string[], found: string[]]>([
  ['was honest', ['select 1'], []],
  ['takes an open order of an excluded user', [excluded(3, -1_001, 1)], ['pause = no orders']],
  [
    'takes an order in a break, which has ended and lost since',
    [`update user_break set changed_at_ms = changed_at_ms - 2001 where user_id = 1`],
    ['pause = no orders'],
  ],
  ['takes one at the end of an exclusion', [excluded(3, -HOUR_MS / 2, 0)], []],
  ['took one when another process’s clock was ahead', [excluded(3, -1_000, 1)], []],
])('the audit of a house that %s', async (_, statements, found) => {
  expect(await foundAfter(...statements)).toEqual(found)
})
