import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'
import { transact } from '../db/transact.ts'
import { heldInAll, insertMoves, type StoredMove } from './store.ts'

const CHAIN = 7
let data: TestDatabase
beforeAll(async () => {
  data = await createTestDatabase()
})
afterAll(() => data.close())

test('a block with 10,000 moves of ours is written down, and written again it changes nothing', async () => {
  const { db } = data.database
  const moves = Array.from({ length: 10_000 }, (_, i): StoredMove => {
    const address = `0x${i.toString(16).padStart(40, '0')}`
    return { txid: `0x${'1'.repeat(64)}`, index: i, address, currency: 3, raw: 10n ** 30n, kind: 'in' }
  })
  for (let time = 0; time < 2; time++) await transact(db, (tx) => insertMoves(tx, CHAIN, 1, moves))
  expect(await heldInAll(db, CHAIN)).toEqual(new Map([[3, 10n ** 34n]]))
})
