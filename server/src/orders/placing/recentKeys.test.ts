import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { recentKeys } from './recentKeys.ts'

test('a key that was added last is known', () => {
  const keys = recentKeys()
  fc.assert(
    fc.property(fc.uuid(), (key) => {
      keys.add(key)
      expect(keys.has(key)).toBe(true)
    }),
  )
})

test('nearly all of the latest ten thousand keys are known, and hardly any other', () => {
  const keys = recentKeys()
  const latest = Array.from({ length: 10_000 }, () => randomUUID())
  for (const key of latest) keys.add(key)
  // Two percent share their places with later ones, on average.
  expect(latest.filter((key) => keys.has(key)).length).toBeGreaterThan(9_600)
  const others = Array.from({ length: 10_000 }, () => randomUUID())
  expect(others.filter((key) => keys.has(key)).length).toBeLessThan(10)
})

test('keys that differ in one digit do not drive each other out', () => {
  const keys = recentKeys()
  const alike = Array.from({ length: 16 ** 3 }, (_, i) => i.toString(16).padStart(3, '0'))
  for (const at of [0, 9, 33]) {
    const own = alike.map((digits) => {
      const text = randomKey.slice(0, at) + digits + randomKey.slice(at + 3)
      keys.add(text)
      return text
    })
    expect(own.filter((key) => keys.has(key)).length).toBeGreaterThan(3_900)
  }
})

const randomKey = randomUUID()
