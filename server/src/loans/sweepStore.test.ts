import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'
import { SEALED } from './sweepStore.ts'

let own: TestDatabase
beforeAll(async () => void (own = await createTestDatabase()))
afterAll(() => own.close())

test('the records of every table with encrypted ones move to the newest key', async () => {
  const { rows } = await sql<{ table: string }>`
    select table_name as table from information_schema.columns
    where table_schema = 'public' and column_name = 'wrapped_key' order by 1`.execute(own.database.db)
  expect(rows.map((row) => row.table)).toEqual(SEALED.map((one) => one.table).toSorted())
})
