import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../db/database.testing.ts'
import { transact } from '../../../db/transact.ts'
import { marketDeps, startMarket, stillClock } from '../../market.testing.ts'
import { auditDays } from './auditDays.ts'

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
  const clock = stillClock(Date.parse('2026-11-21T23:57:00Z'))
  const market = await startMarket(marketDeps(own.database, clock))
  clock.advance(400_000)
  await market.idle()
  await market.stop()
})
afterAll(() => own.close())

/** The findings after a statement run past every trigger, which is then undone. */
async function foundAfter(statement: string): Promise<string[]> {
  let found: string[] = []
  const undone = new Error('undone')
  await transact(own.database.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(statement).execute(tx)
    found = (await auditDays(tx)).map((one) => `${one.where}: ${one.found}`)
    throw undone
  }).catch((thrown: unknown) => {
    if (thrown !== undone) throw thrown
  })
  return found
}

const REVEAL = `kind = 'reveal'`
const DAY = `kind = 'day' and body like '%2026-11-21%'`

test.each([
  ['an honest house', 'select 1', []],
  [
    'another price',
    `update log_entry set body = regexp_replace(body, '"1":"\\d', '"1":"9') where seq = 100`,
    /wrong_price at 100$/,
  ],
  [
    'another seed',
    `update log_entry set body = regexp_replace(body, '"seed":"..', '"seed":"00') where ${REVEAL}`,
    /not_as_committed$/,
  ],
  ['a day without a commitment', `update log_entry set kind = 'keys' where ${DAY}`, /never committed to$/],
  [
    'a commitment after the first ticks',
    `update log_entry set body = replace(body, '"seq":3', '"seq":50') where ${DAY}`,
    /committed to after a tick of it$/,
  ],
  [
    'a commitment after the reveal',
    `update log_entry set body = replace(body, '"seq":3', '"seq":999') where ${DAY}`,
    /committed to after its reveal$/,
  ],
])('the audit of revealed days with %s', async (_, statement, expected) => {
  const found = await foundAfter(statement)
  if (Array.isArray(expected)) return expect(found).toEqual(expected)
  expect(found).toEqual([expect.stringMatching(expected)])
})
