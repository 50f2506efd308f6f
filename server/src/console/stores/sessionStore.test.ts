import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/database.testing.ts'
import type { Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { addOperators } from '../../operators/approved.testing.ts'
import {
  completeSession,
  endSessions,
  findSession,
  insertChallenge,
  insertSession,
  putLink,
  takeChallenge,
  takeLink,
  touchSession,
} from './sessionStore.ts'

const NOW = 1_800_000_000_000

let made: TestDatabase
beforeAll(async () => {
  made = await createTestDatabase()
  await addOperators(db(), ['ann', 'ben'])
})
afterAll(() => made.close())
const db = () => made.database.db
const inTx = <T>(work: (tx: Tx) => Promise<T>) => transact(db(), work)

async function begin(operator: string, nowMs = NOW, forgetMs = 0) {
  const [id, token] = [randomUUID(), randomBytes(32)]
  await inTx((tx) => insertSession(tx, { id, token, operator, factorAtMs: null, nowMs }, forgetMs))
  return { id, token }
}
const isThere = async ({ token }: { token: Buffer }) => (await findSession(db(), token)) !== null

test('a text to sign is taken once, with all that was asked for, and others stay until they are over', async () => {
  const text = (nonce: string, expiresAtMs: number) =>
    ({
      nonce,
      address: 'T1',
      walletType: 2,
      browser: Buffer.alloc(32, 7),
      message: nonce,
      expiresAtMs,
    }) as const
  for (const [nonce, atMs] of [
    ['early', 99],
    ['due', 100],
  ] as const)
    await insertChallenge(db(), text(nonce, atMs), 50)
  await insertChallenge(db(), text('late', 200), 100)
  expect(await takeChallenge(db(), 'early')).toBeNull()
  expect(await takeChallenge(db(), 'due')).toEqual(text('due', 100))
  expect(await takeChallenge(db(), 'due')).toBeNull()
  expect(await takeChallenge(db(), 'late')).toEqual(text('late', 200))
})

test('a new session lets those be forgotten that began before a time', async () => {
  const [old, kept] = [await begin('ann', NOW - 2), await begin('ben', NOW - 1)]
  const made = await begin('ann', NOW, NOW - 1)
  expect([await isThere(old), await isThere(kept), await isThere(made)]).toEqual([false, true, true])
})

test('one session ends or all of one operator, each once', async () => {
  const [one, two, theirs] = [await begin('ann'), await begin('ann'), await begin('ben')]
  expect(await endSessions(db(), 'ben', one.id, NOW)).toBe(0)
  expect(await endSessions(db(), 'ann', one.id, NOW)).toBe(1)
  expect(await endSessions(db(), 'ann', one.id, NOW)).toBe(0)
  expect([await isThere(one), await isThere(two)]).toEqual([false, true])
  await endSessions(db(), 'ann', null, NOW)
  expect([await isThere(two), await isThere(theirs)]).toEqual([false, true])
  expect(await inTx((tx) => completeSession(tx, two.id, NOW))).toBe(false)
})

test('a factor and a use are noted at their session alone', async () => {
  const [one, other] = [await begin('ann'), await begin('ann')]
  await touchSession(db(), one.id, NOW + 5)
  expect(await findSession(db(), one.token)).toMatchObject({ seenAtMs: NOW + 5, factorAtMs: null })
  expect(await inTx((tx) => completeSession(tx, one.id, NOW + 9))).toBe(true)
  expect(await findSession(db(), one.token)).toMatchObject({ seenAtMs: NOW + 9, factorAtMs: NOW + 9 })
  expect(await findSession(db(), other.token)).toMatchObject({
    createdAtMs: NOW,
    seenAtMs: NOW,
    factorAtMs: null,
  })
})

test('an operator’s new link ends the one before, which is used once and in time', async () => {
  const link = async (operator: string) => {
    const hash = randomBytes(32)
    await inTx((tx) => putLink(tx, hash, operator, 100))
    return hash
  }
  const take = (hash: Buffer, nowMs = 99) => inTx((tx) => takeLink(tx, hash, nowMs))
  const [theirs, before, last] = [await link('ben'), await link('ann'), await link('ann')]
  expect([await take(before), await take(last, 100), await take(last), await take(last)]).toEqual([
    null,
    null,
    'ann',
    null,
  ])
  expect(await take(theirs)).toBe('ben')
})
