import { expect, test } from 'vitest'
import { keyedContent, newKey } from './idempotencyKey.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test('a key is a new UUID each time', () => {
  const keys = Array.from({ length: 200 }, () => newKey())
  expect(keys.filter((key) => !UUID.test(key))).toEqual([])
  expect(new Set(keys.map((key) => key.slice(14))).size).toBe(200)
})

test.each([
  [0, '00000000-0000-7'],
  [1, '00000000-0001-7'],
  [0x0199_8a3b_c4d5, '01998a3b-c4d5-7'],
  [2 ** 48 - 1, 'ffffffff-ffff-7'],
])('a key made at %d ms begins with %s', (nowMs, start) => {
  expect(newKey(nowMs)).toMatch(UUID)
  expect(newKey(nowMs).slice(0, start.length)).toBe(start)
})

test('the key of now is between those of the milliseconds before and after', () => {
  const [before, key, after] = [newKey(Date.now() - 1), newKey(), newKey(Date.now() + 1)]
  expect([key, after, before].toSorted()).toEqual([before, key, after])
})

test('the same content has the same key until the content changes, and no two contents share one', () => {
  const keyed = keyedContent()
  const move = { kind: 'treasury.fund', payload: { amount: '5' }, reason: 'Winners' }
  const given = keyed(move)
  expect(given).toEqual({ ...move, key: expect.stringMatching(UUID) as string })
  expect(keyed(structuredClone(move))).toEqual(given)
  const others = [
    { ...move, kind: 'chain.resume' },
    { ...move, payload: { amount: '50' } },
    { ...move, reason: 'Swaps' },
    move,
  ].map((one) => keyed(one).key)
  expect(new Set([given.key, ...others]).size).toBe(5)
  expect(keyedContent()(move).key).not.toBe(given.key)
})
