import { hexOf } from '@tickmark/core/bytes'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hexOfText } from '@tickmark/client/wallets/evm.ts'
import { PRACTICE_KEY } from './practiceKey.ts'
import {
  addressOf,
  exportPracticeKey,
  practiceSigner,
  signPracticeIntent,
  signPracticeText,
  signText,
  signTypedIntent,
} from './practiceWallet.ts'

/** The first key of the well-known mnemonic "test test ... junk". */
const key = Uint8Array.from(
  'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'.match(/../g) ?? [],
  (pair) => Number.parseInt(pair, 16),
)

const HELLO =
  '0xf16ea9a3478698f695fd1401bfe27e9e4a7e8e3da94aa72b021125e31fa899cc573c48ea3fe1d4ab61a9db10c19032026e3ed2dbccba5a178235ac27f94504311c'

const TYPED =
  '0x75ae7400394a2986975fd9e3447b4f087c46380e9363592176dc8a6f2c5ba72b5ebae5cb275e9ec43d0c32926a58a7f4581a12f18572024fce934fbec50ddf961c'

const INTENT = {
  site: 'https://tickmark.example',
  network: 'Ethereum',
  currency: 'USDT',
  amount: '250',
  feeCap: '1.2',
  to: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  nonce: '0f8fad5b-d9cb-469f-a165-70867728950e',
  expires: '2026-11-21T06:00:00.000Z',
}

test('a practice key has the address that every wallet gives it', () => {
  expect(addressOf(key)).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
})

test('a practice wallet signs as personal_sign does (EIP-191): its address can be recovered from the signature', () => {
  // Created with viem's signMessage and the same key.
  expect(signText(key, 'hello')).toBe(HELLO)
  for (const message of ['', 'line one\nline two', 'مرحبا 日本 🎫']) {
    expect(signText(key, message)).toMatch(/^0x[0-9a-f]{128}(1b|1c)$/)
  }
})

test('a practice wallet signs a withdrawal as eth_signTypedData_v4 does (EIP-712)', () => {
  // Created with viem's signTypedData and the same key.
  expect(signTypedIntent(key, INTENT)).toBe(TYPED)
  expect(signTypedIntent(key, { ...INTENT, amount: '251' })).not.toBe(TYPED)
})

test('a text goes to a wallet as UTF-8 in hexadecimal', () => {
  expect(hexOfText('aé')).toBe('0x61c3a9')
})

test('a practice wallet is made once, exported as it is kept, and signs for its own address alone', async () => {
  const storage = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, value: string) => void storage.set(name, value),
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(exportPracticeKey()).toBeNull()
  storage.set(PRACTICE_KEY, '00'.repeat(32))
  expect(exportPracticeKey()).toBeNull()
  const made = practiceSigner()
  expect(practiceSigner().address).toBe(made.address)
  storage.set(PRACTICE_KEY, hexOf(key))
  const signer = practiceSigner()
  const address = addressOf(key)
  expect(signer).toMatchObject({ address, walletType: 1, practice: true })
  expect(signer.address).not.toBe(made.address)
  expect(await signer.sign('hello')).toBe(HELLO)
  expect(exportPracticeKey()).toBe(`0x${hexOf(key)}`)
  expect(signPracticeText(address, 'hello')).toBe(HELLO)
  expect(signPracticeIntent(address, INTENT)).toBe(TYPED)
  expect(() => signPracticeText(made.address, 'hello')).toThrow('this browser holds no key of that address')
  expect(() => signPracticeIntent(made.address, INTENT)).toThrow('this browser holds no key of that address')
})
