import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from './database.testing.ts'
import { int2s, int4s, int8s, uuids } from './arrays.ts'

let own: TestDatabase
beforeAll(async () => void (own = await createEmptyDatabase()))
afterAll(() => own.close())

const least = -(2n ** 63n)
const int8 = fc.bigInt({ min: least, max: -least - 1n })
const int4 = fc.integer()
const int2 = fc.integer({ min: -32_768, max: 32_767 })
const list = <T>(item: fc.Arbitrary<T>) =>
  fc.array(fc.option(item, { freq: 5 }), { minLength: 1, maxLength: 40 })

test('PostgreSQL reads the values that were passed', async () => {
  const given = fc.tuple(
    list(int8),
    list(fc.maxSafeInteger()),
    list(int4),
    list(int2),
    fc.array(fc.uuid(), { minLength: 1, maxLength: 40 }),
  )
  await fc.assert(
    fc.asyncProperty(given, async ([a, b, c, d, e]) => {
      const { rows } = await sql`select ${int8s(a)}::bigint[]::text as a, ${int8s(b)}::bigint[]::text as b,
        ${int4s(c)}::int[]::text as c, ${int2s(d)}::smallint[]::text as d, ${uuids(e)}::uuid[]::text as e`.execute(
        own.database.db,
      )
      const text = (values: readonly (bigint | number | string | null)[]) =>
        `{${values.map((value) => value ?? 'NULL').join(',')}}`
      expect(rows).toEqual([{ a: text(a), b: text(b), c: text(c), d: text(d), e: text(e) }])
    }),
    { numRuns: 200 },
  )
})

test('text that is no UUID is refused', () => {
  const zeros = '00000000-0000-4000-8000-000000000000'
  for (const text of ['', 'x'.repeat(36), '0'.repeat(35), zeros.replace('4', '\u0134')])
    expect(() => uuids([zeros, text])).toThrow()
  // Together they have as many characters as two UUIDs.
  expect(() => uuids([`${zeros}0`, zeros.slice(1)])).toThrow()
})

test('a number outside the type’s range is refused, never truncated', () => {
  for (const value of [2n ** 63n, least - 1n, 2 ** 53, 0.5, Number.NaN])
    expect(() => int8s([value])).toThrow()
  for (const value of [2 ** 31, -(2 ** 31) - 1, 0.5, Number.NaN]) expect(() => int4s([value])).toThrow()
  for (const value of [32_768, -32_769, 0.5, Number.NaN]) expect(() => int2s([value])).toThrow()
})
