import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/database.testing.ts'
import { batchNumbers } from './signedBatches.ts'

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.close())

test.each(['ticket_batch_id', 'receipt_batch_id'] as const)(
  'two processes never sign two batches under one number of %s',
  async (sequence) => {
    const issuers = [batchNumbers(own.database.db, sequence), batchNumbers(own.database.db, sequence)]
    const numbers: number[] = []
    // Alternating and in parallel, over several blocks; in the end more at once than two blocks have.
    for (let i = 0; i < 300; i++) numbers.push(...(await Promise.all(issuers.map((next) => next()))))
    for (const next of issuers) {
      numbers.push(...(await Promise.all(Array.from({ length: 800 }, next))))
    }
    expect(new Set(numbers).size).toBe(numbers.length)
  },
)
