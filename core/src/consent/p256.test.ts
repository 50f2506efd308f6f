import fc from 'fast-check'
import { createECDH, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { compressPoint, expandPoint, isLowS, toLowS } from './p256.ts'

const FIELD = 'ffffffff00000001000000000000000000000000ffffffffffffffffffffffff'
const HALF = 0x7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a8n
/** A point with 0 as its first coordinate. */
const POINT = Uint8Array.of(2, ...new Uint8Array(32))

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
  ['a byte too many', Uint8Array.of(...POINT, 0)],
  ['a coordinate of the field’s size, which stands for 0', Uint8Array.of(2, ...Buffer.from(FIELD, 'hex'))],
])('%s is no key', (_, bytes) => {
  expect(expandPoint(bytes)).toBeNull()
})

test('the point whose first coordinate is 0 is on the curve', () => {
  expect(compressPoint(expandPoint(POINT) ?? new Uint8Array())).toEqual(POINT)
})

test.each<[string, Uint8Array]>([
  ['nothing', new Uint8Array()],
  ['a byte short', Uint8Array.of(4, ...new Uint8Array(63))],
  ['a byte too many', Uint8Array.of(4, ...new Uint8Array(65))],
  ['another first byte', Uint8Array.of(6, ...new Uint8Array(64))],
])('%s is no whole point', (_, bytes) => {
  expect(compressPoint(bytes)).toBeNull()
})

test.each([
  ['half of the order', HALF, true],
  ['one more', HALF + 1n, false],
])('a signature with %s as its s is judged low or not', (_, s, isLow) => {
  expect(isLowS(Buffer.from('11'.repeat(32) + s.toString(16).padStart(64, '0'), 'hex'))).toBe(isLow)
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
