import fc from 'fast-check'
import { createECDH, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { compressPoint, expandPoint, isLowS, toLowS } from './p256.ts'

test('keys go to 33 bytes and back as another library does it', () => {
  for (let i = 0; i < 50; i++) {
    const pair = createECDH('prime256v1')
    const whole = new Uint8Array(pair.generateKeys())
    const short = new Uint8Array(pair.getPublicKey(null, 'compressed'))
    expect(compressPoint(whole)).toEqual(short)
    expect(expandPoint(short)).toEqual(whole)
  }
})

test('bytes that are no point of the curve are no key', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.constantFrom(2, 3), (x, sign) => {
      const short = Uint8Array.of(sign, ...x)
      const whole = expandPoint(short)
      if (whole) expect(compressPoint(whole)).toEqual(short)
      expect(whole !== null).toBe(isKey(x))
    }),
    { numRuns: 60 },
  )
})

/** Whether OpenSSL accepts x as the first coordinate of a point. */
function isKey(x: Uint8Array): boolean {
  const head = Buffer.from('3039301306072a8648ce3d020106082a8648ce3d030107032200', 'hex')
  try {
    createPublicKey({ key: Buffer.concat([head, Buffer.of(2), x]), format: 'der', type: 'spki' })
    return true
  } catch {
    return false
  }
}

test.each<[string, Uint8Array]>([
  ['nothing', new Uint8Array()],
  ['one byte short', new Uint8Array(32).fill(2)],
  ['an unknown first byte', Uint8Array.of(5, ...new Uint8Array(32).fill(1))],
  ['a coordinate beyond the field', Uint8Array.of(2, ...new Uint8Array(32).fill(255))],
])('%s is no key', (_, bytes) => {
  expect(expandPoint(bytes)).toBeNull()
})

test('every signature has one form with a low s, and it verifies', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let high = 0
  for (let i = 0; i < 40; i++) {
    const message = Buffer.from(`message ${i}`)
    const made = sign('sha256', message, { key: privateKey, dsaEncoding: 'ieee-p1363' })
    if (!isLowS(made)) high += 1
    const low = toLowS(made)
    expect(isLowS(low)).toBe(true)
    expect(toLowS(low)).toEqual(low)
    expect(verify('sha256', message, { key: publicKey, dsaEncoding: 'ieee-p1363' }, low)).toBe(true)
  }
  expect(high).toBeGreaterThan(0)
  expect(isLowS(new Uint8Array(63))).toBe(false)
})
