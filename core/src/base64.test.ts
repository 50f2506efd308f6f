import fc from 'fast-check'
import { expect, test } from 'vitest'
import { base64Of, bytesOfBase64 } from './base64.ts'

test('bytes are encoded like the platform’s base64, and read back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      const text = base64Of(bytes)
      expect(text).toBe(Buffer.from(bytes).toString('base64'))
      expect(bytesOfBase64(text)).toEqual(bytes)
    }),
  )
})

test.each([
  'A',
  'AA',
  'AAA',
  'A===',
  '====',
  'AB==',
  'AAB=',
  'A=AA',
  'AA=A',
  'AA==AAAA',
  'AA AA===',
  'AA-_',
  'AAAA\n',
  'ÄAAA',
])('%j is not the text of any bytes', (text) => {
  expect(bytesOfBase64(text)).toBeNull()
})
