import { expect, test } from 'vitest'
import { hexOfText } from './evm.ts'
import { addressOf, signText } from './practice.ts'

/** The first key of the well-known mnemonic "test test ... junk". */
const key = Uint8Array.from(
  'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'.match(/../g) ?? [],
  (pair) => Number.parseInt(pair, 16),
)

test('a practice key has the address that every wallet gives it', () => {
  expect(addressOf(key)).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
})

test('a practice wallet signs as personal_sign does: 65 bytes, v 27 or 28, recoverable', async () => {
  const { recoverMessageAddress } = await import('viem')
  for (const message of ['', 'hello', 'line one\nline two', 'مرحبا 日本 🎫']) {
    const signature = signText(key, message) as `0x${string}`
    expect(signature).toMatch(/^0x[0-9a-f]{128}(1b|1c)$/)
    expect(await recoverMessageAddress({ message, signature })).toBe(addressOf(key))
  }
})

test('a text goes to a wallet as UTF-8 in hexadecimal', () => {
  expect(hexOfText('aé')).toBe('0x61c3a9')
})
