import { createHash, createHmac, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { keyedHash } from './keyedHash.ts'
import { secretKeyOf } from './keys.ts'
import { sha256, sha256OfText } from './sha256.ts'

test('hashes are those of Node, byte for byte', () => {
  for (const data of [new Uint8Array(0), new Uint8Array(randomBytes(300))])
    expect(Buffer.from(sha256(data)).equals(createHash('sha256').update(data).digest())).toBe(true)
  const text = 'a "text" of ASCII\n~'
  expect(sha256OfText(text)).toEqual(sha256(Buffer.from(text)))
  expect(() => sha256OfText('é')).toThrow('ASCII')
})

test('a keyed hash is of its own key and token', () => {
  const [one, other] = [randomBytes(32), randomBytes(32)]
  for (const key of [one, other, one])
    expect(keyedHash(key, 'token')).toEqual(createHmac('sha256', key).update('token').digest())
  expect(keyedHash(one, 'token').equals(keyedHash(one, 'Token'))).toBe(false)
  expect(secretKeyOf(one)).toBe(secretKeyOf(one))
  expect(secretKeyOf(one).equals(secretKeyOf(other))).toBe(false)
})
