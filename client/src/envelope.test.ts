import { openEnvelope, sealEnvelope } from '@tickmark/wire/legacy/envelope'
import { expect, test } from 'vitest'
import { envelopeCipher } from './envelope.ts'

const key = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

test('the page’s cipher is AES-256 in ECB mode with PKCS#7 padding (FIPS 197, C.3)', () => {
  const block = bytesOf('00112233445566778899aabbccddeeff')
  const cipher = envelopeCipher(key)
  const sealed = cipher.encrypt(Uint8Array.from([...block, ...block]))
  expect(sealed.length).toBe(48)
  expect(sealed.subarray(0, 16)).toEqual(bytesOf('8ea2b7ca516745bfeafc49904b496089'))
  expect(sealed.subarray(16, 32)).toEqual(sealed.subarray(0, 16))
  expect(cipher.decrypt(sealed)).toEqual(Uint8Array.from([...block, ...block]))
})

test('the page can decrypt its own envelope', () => {
  const cipher = envelopeCipher(key)
  for (const value of [
    {},
    { language: 'arab', n: 1 },
    { text: 'مرحبا 日本'.repeat(300) },
    { long: 'a'.repeat(200_000) },
  ]) {
    expect(openEnvelope(sealEnvelope(value, cipher), cipher)).toEqual({ value })
  }
})

test('an envelope is opened only whole: its alphabet, padding, encoding and JSON', () => {
  const cipher = envelopeCipher(key)
  const sealed = (bytes: number[]) =>
    btoa(String.fromCharCode(...cipher.encrypt(Uint8Array.from(bytes))))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replace(/=+$/, '')
  const ascii = (text: string) => Array.from(text, (sign) => sign.charCodeAt(0))
  const whole = sealed(ascii('{"a":1}'))
  expect(openEnvelope(whole, cipher)).toEqual({ value: { a: 1 } })
  for (const text of [
    '',
    `${whole}=`,
    `${whole.slice(0, -1)}+`,
    whole.slice(0, -4),
    sealed(ascii('{"a":1')),
    sealed([0x22, 0xc3, 0x28, 0x22]),
    sealed([0x22, 0xff, 0x22]),
  ]) {
    expect([text, openEnvelope(text, cipher)]).toEqual([text, null])
  }
})
