import fc from 'fast-check'
import { expect, test } from 'vitest'
import { base64UrlOf, bytesOfBase64Url } from './base64url.ts'

test('bytes are encoded like the platform’s base64url, and read back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
      const text = base64UrlOf(bytes)
      expect(text).toBe(Buffer.from(bytes).toString('base64url'))
      expect(bytesOfBase64Url(text)).toEqual(new Uint8Array(bytes))
    }),
  )
})

test.each(['a', 'aaaaa', 'aa=', 'aa==', 'a+b/', 'ab', 'aab', 'a b', 'ä', '\n'])(
  '%j encodes no bytes',
  (text) => {
    expect(bytesOfBase64Url(text)).toBeNull()
  },
)
