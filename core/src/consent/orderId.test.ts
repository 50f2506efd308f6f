import fc from 'fast-check'
import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { crypto } from '../receipts/nodeCrypto.testing.ts'
import { consentedOrderId } from './orderId.ts'

const AT_MS = 1_795_219_200_000
const idOf = (text: string, atMs = AT_MS) => consentedOrderId(text, atMs, crypto.sha256)
const text = fc.string({ unit: fc.constantFrom('{', '"', 'a', ':', '1', '\n'), maxLength: 60 })

test('the id of a signed order is its time and the hash of its text, in the form of a UUID of version 8', () => {
  const digits = hash('sha256', 'tickmark-order-id/1\ntickmark-order/1\n{}')
  const id = idOf('tickmark-order/1\n{}')
  expect(id).toMatch(/^01a1fb67-1800-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(id.slice(15, 18)).toBe(digits.slice(0, 3))
  expect(id.slice(20, 23)).toBe(digits.slice(4, 7))
  expect(id.slice(24)).toBe(digits.slice(7, 19))
})

test('the two bits of a UUID`s variant leave the other two of their digit to the hash', () => {
  fc.assert(
    fc.property(text, (given) => {
      const digit = hash('sha256', `tickmark-order-id/1\n${given}`)[3] ?? ''
      expect(idOf(given)[19]).toBe('89ab89ab89ab89ab'[Number.parseInt(digit, 16)])
    }),
  )
})

test('different texts have different ids, and a later text has a greater id', () => {
  fc.assert(
    fc.property(text, text, fc.nat({ max: 2 ** 30 }), (one, other, laterMs) => {
      expect(idOf(one) === idOf(other)).toBe(one === other)
      expect(idOf(one, AT_MS + laterMs + 1) > idOf(other)).toBe(true)
    }),
  )
})

test('any time that a text can name gives a UUID', () => {
  for (const atMs of [0, 1, 2 ** 48 - 1, 2 ** 48, Number.MAX_SAFE_INTEGER])
    expect(idOf('', atMs)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
