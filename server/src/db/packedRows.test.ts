import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from './database.testing.ts'
import { int2s, int4s, int8s, uuids } from './arrays.ts'
import { type Kinds, packed, unpacked } from './packedRows.ts'

let own: TestDatabase
beforeAll(async () => void (own = await createEmptyDatabase()))
afterAll(() => own.close())

interface Row {
  big: bigint | null
  whole: number | null
  small: number | null
  id: string
  bytes: Buffer | null
}

const KINDS: Kinds<Row> = { big: 'int8', whole: 'int4', small: 'int2', id: 'uuid', bytes: 'bytea' }

async function read(rows: readonly Row[]): Promise<Row[]> {
  const query =
    rows.length === 0
      ? sql<Row>`select 1::bigint as big, 2 as whole, 3::smallint as small, gen_random_uuid() as id, ''::bytea as bytes where false`
      : sql<Row>`
        select big, whole, small, id, decode(bytes, 'hex') as bytes from unnest(${int8s(rows.map((row) => row.big))}::bigint[],
          ${int4s(rows.map((row) => row.whole))}::int[], ${int2s(rows.map((row) => row.small))}::smallint[],
          ${uuids(rows.map((row) => row.id))}::uuid[], ${rows.map((row) => row.bytes?.toString('hex') ?? null)}::text[])
          with ordinality as one (big, whole, small, id, bytes, place) order by place`
  const answer = await packed(KINDS, query).execute(own.database.db)
  return unpacked(KINDS, answer.rows)
}

test('packed rows are read as they are, in the order of the query', async () => {
  const nullable = <T>(item: fc.Arbitrary<T>) => fc.option(item, { freq: 5 })
  const row: fc.Arbitrary<Row> = fc.record({
    big: nullable(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
    whole: nullable(fc.integer()),
    small: nullable(fc.integer({ min: -32_768, max: 32_767 })),
    id: fc.uuid(),
    bytes: nullable(fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes))),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 40 }), async (rows) => {
      expect(await read(rows)).toEqual(rows)
    }),
    { numRuns: 100 },
  )
})

test('a query without rows gives none; an answer without a column, or with one of another type, is refused', async () => {
  expect(await read([])).toEqual([])
  expect(() => unpacked(KINDS, [{}])).toThrow('the answer has no int8 big')
  const kinds: Kinds<{ whole: number }> = { whole: 'int4' }
  const { rows } = await packed(kinds, sql<{ whole: number }>`select 1::smallint as whole`).execute(
    own.database.db,
  )
  expect(() => unpacked(kinds, rows)).toThrow('whole is no int4')
})
