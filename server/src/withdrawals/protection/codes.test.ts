import { expect, test } from 'vitest'
import { newRecoveryCodes, recoveryHash } from './codes.ts'

const key = new Uint8Array(32).fill(1)

test('recovery codes are ten, each of ten signs that nobody confuses', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
  const signs = new Set(Array.from({ length: 200 }, newRecoveryCodes).flat().join('').replaceAll('-', ''))
  expect(signs.size).toBe(32)
})

test('a recovery code is the same however it is written, and another for each user and key', () => {
  const hash = recoveryHash('7KQ4W-0ZX9M', 1, key).toString('hex')
  for (const same of ['7kq4w0zx9m', ' 7KQ4W 0ZX9M\n', '7K-Q4-W0-ZX-9M'])
    expect(recoveryHash(same, 1, key).toString('hex')).toBe(hash)
  const others = [
    recoveryHash('7KQ4W-0ZX9N', 1, key),
    recoveryHash('7KQ4W-0ZX9M', 2, key),
    recoveryHash('7KQ4W-0ZX9M', 1, new Uint8Array(32)),
  ].map((one) => one.toString('hex'))
  expect(new Set([hash, ...others]).size).toBe(4)
})
