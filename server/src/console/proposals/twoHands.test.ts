import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/database.testing.ts'
import { transact } from '../../db/transact.ts'

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.close())

/** Operators by name: who invited each, and with whom. Ann and Bob are of the configuration. */
const INVITED: Record<string, [by: string | null, together: string | null]> = {
  ann: [null, null],
  bob: [null, null],
  cleo: ['ann', null],
  dora: ['ann', null],
  eve: ['ann', 'bob'],
}

const DECISIONS: [asker: string, decider: string, decision: string, about: string, said: string][] = [
  ['ann', 'bob', 'approved', 'eve', 'done'],
  ['ann', 'cleo', 'approved', 'eve', 'one hand'],
  ['cleo', 'ann', 'approved', 'eve', 'one hand'],
  ['cleo', 'dora', 'approved', 'eve', 'one hand'],
  ['cleo', 'bob', 'approved', 'eve', 'done'],
  ['bob', 'cleo', 'approved', 'eve', 'done'],
  ['ann', 'eve', 'approved', 'dora', 'done'],
  ['eve', 'bob', 'approved', 'dora', 'done'],
  ['cleo', 'eve', 'approved', 'dora', 'done'],
  ['ann', 'cleo', 'refused', 'eve', 'done'],
  ['cleo', 'ann', 'refused', 'eve', 'done'],
  ['ann', 'ann', 'approved', 'eve', 'one hand'],
  ['ann', 'ann', 'withdrawn', 'eve', 'done'],
  ['ann', 'bob', 'approved', 'bob', 'about himself'],
  ['ann', 'bob', 'refused', 'bob', 'about himself'],
  ['ann', 'bob', 'approved', 'BOB', 'about himself'],
  ['bob', 'bob', 'withdrawn', 'bob', 'done'],
]

/** What the database says when one operator decides about another's proposal. */
async function decide(
  [asker, decider, decision, about]: readonly string[],
  kind: string,
  isByLink = false,
): Promise<string> {
  const attempt = transact(own.database.db, async (tx) => {
    for (const [name, [by, together]] of Object.entries(INVITED))
      await sql`insert into operator (address, name, roles, invited_by, invited_with, invited_ms, by_link)
        values (${name}, ${name}, '{admin}', ${by}, ${together}, 1, ${isByLink})`.execute(tx)
    await sql`insert into proposal (id, key, kind, payload, payload_hash, reason, asked_by, asked_ms, expires_ms)
      select gen_random_uuid(), gen_random_uuid(), ${kind}, text, sha256(convert_to(text, 'UTF8')), 'because', ${asker}, 1, 3600001
      from (select ${JSON.stringify({ operator: about })} as text) one`.execute(tx)
    await sql`insert into proposal_decision
      select id, payload_hash, asked_by, asked_ms, expires_ms, ${decider}, ${decision}, 'because', 2 from proposal`.execute(
      tx,
    )
    throw new Error('done')
  })
  return attempt.catch((thrown: unknown) => (thrown as Error).message)
}

test.each(DECISIONS)('a proposal of %s that %s marks %s, about %s: %s', async (...row) => {
  for (const kind of ['operators.revoke', 'operators.roles'])
    expect(await decide(row, kind)).toContain(row[4])
})

test('where operators sign in by link, one hand may approve; otherwise only those kinds are about an operator', async () => {
  expect(await decide(['ann', 'cleo', 'approved', 'eve'], 'operators.roles', true)).toBe('done')
  expect(await decide(['ann', 'bob', 'approved', 'bob'], 'chain.resume')).toBe('done')
})
