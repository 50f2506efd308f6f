import { userTag } from '@tickmark/core/receipts/receipts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { sha256 } from '../../platform/sha256.ts'
import { userTagOf } from './userTag.ts'

test('the tag from the shared buffer is the one of the rules, whatever was tagged before', () => {
  const secret = fc.uint8Array({ minLength: 32, maxLength: 32 })
  const check = (userId: number, orderId: string, key: Uint8Array) => {
    expect(userTagOf(userId, orderId, key)).toBe(userTag(userId, orderId, key, sha256))
  }
  fc.assert(fc.property(fc.maxSafeNat(), fc.uuid(), secret, check), { numRuns: 500 })
})

test('no tag is made of a short secret or of what is no UUID', () => {
  expect(() => userTagOf(1, crypto.randomUUID(), new Uint8Array(31))).toThrow()
  expect(() => userTagOf(1, 'x'.repeat(300), new Uint8Array(32))).toThrow()
})
