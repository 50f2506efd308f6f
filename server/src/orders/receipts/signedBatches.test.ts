import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/database.testing.ts'
import { asciiBytes, hexOf } from '@tickmark/core/bytes'
import { leafHash } from '@tickmark/core/log/tree/tree'
import { sha256 } from '../../platform/sha256.ts'
import { batchNumbers, hashesOf, leafHashOf } from './signedBatches.ts'

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

test('a leaf of any length has the hash that anybody computes, whatever was hashed before it', () => {
  for (const length of [5_000, 4_097, 4_096, 4_095, 4_094, 1, 0, 4_095]) {
    const text = 'x'.repeat(length)
    const leaf = hexOf(leafHash(asciiBytes(text), sha256))
    expect(hexOf(leafHashOf(text)), `${length}`).toBe(leaf)
    const { hash, leaf: own } = hashesOf(text)
    expect([hash, hexOf(own)], `${length}`).toEqual([hexOf(sha256(asciiBytes(text))), leaf])
  }
})
