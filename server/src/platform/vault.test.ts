import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openRecord, rewrapRecord, sealRecord, type VaultKeys } from './vault.ts'

const first = randomBytes(32)
const second = randomBytes(32)
const old: VaultKeys = new Map([[1, first]])
const both: VaultKeys = new Map([
  [1, first],
  [2, second],
])

test('the newest key wraps, an older one still unwraps, and a rewrapped record no longer needs the older one', () => {
  const content = Buffer.from('secret')
  const before = sealRecord(old, 'a', content)
  expect(before.keyNumber).toBe(1)
  expect(sealRecord(both, 'a', content).keyNumber).toBe(2)
  expect(openRecord(both, 'a', before)).toEqual(content)
  const after = { ...before, ...rewrapRecord(both, 'a', before) }
  expect(after.sealed).toBe(before.sealed)
  expect(openRecord(new Map([[2, second]]), 'a', after)).toEqual(content)
  expect(() => openRecord(new Map([[2, second]]), 'a', before)).toThrow('vault key 1')
})

test('equal content never looks the same, and no changed bit, other name or other key opens it', () => {
  const one = sealRecord(old, 'a', Buffer.from('secret'))
  const other = sealRecord(old, 'a', Buffer.from('secret'))
  expect(one.sealed.equals(other.sealed)).toBe(false)
  expect(one.sealed.includes('secret')).toBe(false)
  expect(() => openRecord(old, 'b', one)).toThrow()
  expect(() => openRecord(new Map([[1, second]]), 'a', one)).toThrow()
  expect(() => openRecord(old, 'a', { ...one, sealed: other.sealed })).toThrow()
  for (const part of ['sealed', 'wrappedKey'] as const) {
    for (let at = 0; at < one[part].length; at++) {
      const changed = Buffer.from(one[part])
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => openRecord(old, 'a', { ...one, [part]: changed }), `${part} ${at}`).toThrow()
    }
  }
})
