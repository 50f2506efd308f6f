import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/database.testing.ts'
import type { Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { addOperators } from '../../operators/approved.testing.ts'
import {
  codeOf,
  confirmPending,
  deletePasskey,
  hasFactor,
  insertPasskey,
  notePasskeyUse,
  passkeysOf,
  putPending,
} from './factorStore.ts'

let made: TestDatabase
beforeAll(async () => {
  made = await createTestDatabase()
  await addOperators(db(), ['ann', 'ben', 'cem'])
})
afterAll(() => made.close())

const db = () => made.database.db
const inTx = <T>(work: (tx: Tx) => Promise<T>) => transact(db(), work)
const key = (id: string, createdAtMs: number) => ({
  id,
  publicKey: Buffer.from(id),
  counter: 5,
  transports: ['usb'],
  name: `key ${id}`,
  createdAtMs,
})

test('an operator’s passkeys are listed as they were made, each with its last use, and none of another operator', async () => {
  for (const [id, atMs] of [
    ['z', 1],
    ['b', 2],
    ['a', 2],
  ] as const)
    expect(await inTx((tx) => insertPasskey(tx, 'ann', key(id, atMs)))).toBe(true)
  expect(await inTx((tx) => insertPasskey(tx, 'ben', key('z', 3)))).toBe(false)
  const use = (operator: string, was: number) =>
    inTx((tx) => notePasskeyUse(tx, operator, { id: 'b', was, counter: 6, atMs: 9 }))
  expect([await use('ben', 5), await use('ann', 4), await use('ann', 5), await use('ann', 5)]).toEqual([
    false,
    false,
    true,
    false,
  ])
  const shown = (await passkeysOf(db(), 'ann')).map(({ id, counter, usedAtMs }) => [id, counter, usedAtMs])
  expect(shown).toEqual([
    ['z', 5, null],
    ['a', 5, null],
    ['b', 6, 9],
  ])
  expect(await inTx((tx) => deletePasskey(tx, 'ben', 'a'))).toBe(false)
  expect(await inTx((tx) => deletePasskey(tx, 'ann', 'a'))).toBe(true)
  expect((await passkeysOf(db(), 'ann')).map(({ id }) => id)).toEqual(['z', 'b'])
  expect(await passkeysOf(db(), 'ben')).toEqual([])
})

test('only the secret that was started last takes effect, and until then the one before stays', async () => {
  const [first, second] = [randomBytes(48), randomBytes(48)]
  const confirm = (pending: Buffer, operator = 'cem') =>
    inTx((tx) => confirmPending(tx, operator, pending, { step: 7, atMs: 1_000 }))
  await putPending(db(), 'cem', first)
  expect(await codeOf(db(), 'cem')).toEqual({ secret: null, sinceMs: null, pending: first })
  expect(await hasFactor(db(), 'cem')).toBe(false)
  expect([await confirm(second), await confirm(first, 'ben'), await confirm(first)]).toEqual([
    false,
    false,
    true,
  ])
  expect(await hasFactor(db(), 'cem')).toBe(true)
  await putPending(db(), 'cem', second)
  expect(await codeOf(db(), 'cem')).toEqual({ secret: first, sinceMs: 1_000, pending: second })
  expect(await confirm(first)).toBe(false)
})
