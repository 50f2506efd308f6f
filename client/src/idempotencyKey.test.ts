import { expect, test } from 'vitest'
import { newKey } from './idempotencyKey.ts'

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
