import { payoutOf } from '@tickmark/core/arbitrage/sharing'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { int8s } from '../db/arrays.ts'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'

let own: TestDatabase
beforeAll(async () => void (own = await createTestDatabase()))
afterAll(() => own.close())

const CENT = 1_000_000n
const MOST = 2n ** 63n - 1n
/** Up to these values the shares fit into 64 bits: hosting_part in 200_hosting.sql. */
const [PRINCIPAL, HOSTED] = [9_000_000_000_000n, 10n ** 18n]

/** Cents in units: near a number, or anywhere. */
const cents = (near: bigint) =>
  fc
    .oneof(
      fc.bigInt(1n, MOST / CENT),
      fc.bigInt(1n, near / CENT),
      fc.bigInt(near / CENT - 3n, near / CENT + 3n),
    )
    .map((count) => count * CENT)

test('the database shares a pool by the rule, whether or not it fits into 64 bits', async () => {
  const one = fc
    .tuple(cents(PRINCIPAL), cents(HOSTED), fc.oneof(fc.bigInt(0n, MOST), fc.bigInt(0n, 10n ** 14n)))
    .filter(([principal, hosted]) => principal <= hosted)
  const all = fc.sample(one, { numRuns: 3_000, seed: 7 })
  const { rows } = await sql<{ part: bigint }>`
    select hosting_part(pool, principal, hosted) as part
    from unnest(${int8s(all.map(([, , pool]) => pool))}::bigint[], ${int8s(all.map(([principal]) => principal))}::bigint[],
      ${int8s(all.map(([, hosted]) => hosted))}::bigint[]) with ordinality as one (pool, principal, hosted, place)
    order by place`.execute(own.database.db)
  const uncapped = MOST * 1_000_000n
  const expected = all.map(([principal, hosted, pool]) =>
    payoutOf({ principal, upperPpm: uncapped }, { pool, hosted }),
  )
  expect(rows.map((row) => row.part)).toEqual(expected)
  for (const isWide of [true, false])
    expect(all.some(([principal, hosted]) => (principal >= PRINCIPAL || hosted >= HOSTED) === isWide)).toBe(
      true,
    )
})
