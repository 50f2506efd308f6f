import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryDatabases } from '../state/memoryDatabases.testing.ts'
import { dropKeys, keepKey, keptKey, keptOwners } from './keyStore.ts'
import { findSessionKey, forgetOtherKeys, forgetSessionKey, makeSessionKey, ownerHere } from './sessionKey.ts'

let databases = memoryDatabases()
beforeEach(() => {
  databases = memoryDatabases()
  for (const [name, value] of Object.entries(databases.globals)) vi.stubGlobal(name, value)
})
afterEach(() => void vi.unstubAllGlobals())

/** A key as far as this store looks into it. */
const key = (name: string) => ({ name }) as unknown as CryptoKey
const names = async () => (await keptOwners()).map(({ publicKey, owner }) => `${publicKey} of ${owner}`)

async function keepThree() {
  for (const [publicKey, owner] of [
    ['a', '0x1'],
    ['b', '0x2'],
    ['c', '0x1'],
  ] as const)
    await keepKey({ publicKey, key: key(publicKey), owner })
}

test('keys are kept by their public parts, each with its owner', async () => {
  await keepThree()
  expect([await keptKey('b'), await keptKey('d')]).toEqual([key('b'), null])
  expect(await names()).toEqual(['a of 0x1', 'b of 0x2', 'c of 0x1'])
})

test('one key is deleted, or all but one', async () => {
  await keepThree()
  await dropKeys({ only: 'b' })
  expect(await names()).toEqual(['a of 0x1', 'c of 0x1'])
  await dropKeys({ but: 'c' })
  expect(await names()).toEqual(['c of 0x1'])
})

test('a blocked store has no keys, and does not pretend to have kept one', async () => {
  databases.device.isBlocked = true
  expect([await keptKey('a'), await keptOwners()]).toEqual([null, []])
  await expect(keepKey({ publicKey: 'a', key: key('a'), owner: '0x1' })).rejects.toThrow()
})

test('a session’s key lasts with the store, until its session ends or a later one begins', async () => {
  const [first, next] = [await makeSessionKey('0x1'), await makeSessionKey('0x2')]
  if (!first || !next) throw new Error('keys were made')
  expect([first.lasts, next.lasts]).toEqual(['kept', 'kept'])
  const isThere = async ({ publicKey }: typeof first) => (await findSessionKey(publicKey)) !== null
  expect([await isThere(first), await isThere(next)]).toEqual([true, true])
  const owners = [first.publicKey, next.publicKey, 'another'].map((name) => ownerHere(name))
  expect(await Promise.all(owners)).toEqual(['0x1', '0x2', null])
  await forgetOtherKeys(next.publicKey)
  expect([await isThere(first), await isThere(next), await ownerHere(null)]).toEqual([false, true, '0x2'])
  await forgetSessionKey(first.publicKey)
  expect(await isThere(next)).toBe(true)
  await forgetSessionKey(next.publicKey)
  expect(await isThere(next)).toBe(false)
})
