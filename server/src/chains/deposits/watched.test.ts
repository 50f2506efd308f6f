import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/database.testing.ts'
import { transact } from '../../db/transact.ts'
import { keepAddress, nextIndex } from './addressStore.ts'
import { watchedAddresses } from './watched.ts'
import type { Db, Tx } from '../../db/pool.ts'

const ETHER = 60
let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.close())

const address = (userId: number) => `0x${String(userId).padStart(40, '0')}`

async function keep(db: Db | Tx, userId: number, coinType = ETHER): Promise<void> {
  const index = await nextIndex(own.database.db)
  await keepAddress(db as Db, coinType, { userId, index, address: address(userId), createdAtMs: 0 })
}

test('an address is watched although a later one was committed and read before it', async () => {
  const { db } = own.database
  const watched = watchedAddresses(ETHER, address(9_999))
  await transact(db, async (tx) => {
    await keep(tx, 1)
    await keep(db, 2)
    await watched.refresh(db)
    expect([1, 2].map((userId) => watched.ownerOf(address(userId)))).toEqual([undefined, 2])
  })
  await watched.refresh(db)
  expect([1, 2].map((userId) => watched.ownerOf(address(userId)))).toEqual([1, 2])
})

test('addresses of another coin type are not watched', async () => {
  const { db } = own.database
  const TRON = 195
  await keep(db, 3, TRON)
  for (const [coinType, owner] of [
    [ETHER, undefined],
    [TRON, 3],
  ] as const) {
    const watched = watchedAddresses(coinType, address(9_999))
    await watched.refresh(db)
    expect(watched.ownerOf(address(3)), `type ${coinType}`).toBe(owner)
  }
})
