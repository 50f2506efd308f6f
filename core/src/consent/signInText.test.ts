import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crypto } from '../receipts/nodeCrypto.testing.ts'
import { provenDelegation, readDelegation } from './delegation.ts'
import { ORIGIN, testOwner } from './owner.testing.ts'
import { readSignInText, signInText, type SignInFacts } from './signInText.ts'

const START_MS = 1_795_219_200_000
const owner = testOwner(1, START_MS)
const { text } = owner.delegation
const read = (given: string) => readSignInText(given, crypto.sha256)

test('a sign-in text is EIP-4361, with the key and what it may do as resources', () => {
  const plain = text
    .replace(/key \w{4}-\w{4}/, 'key KKKK-KKKK')
    .replace(/p256:.*/, 'p256:K')
    .replace(/Nonce: .*/, 'Nonce: N')
  expect(plain).toBe(`tickmark.example wants you to sign in with your Ethereum account:
${owner.delegation.address}

This signature proves that the wallet is yours, and lets this browser's key KKKK-KKKK place and close orders of up to 5000 USDT, 5000 USDC, 1.5 ETH or 0.075 BTC each and host any amount, and end that early for fees of up to 5000 USDT in all, until 2026-11-28 00:00 UTC. It cannot withdraw. It costs no fee and makes no transfer.

URI: ${ORIGIN}
Version: 1
Chain ID: 1
Nonce: N
Issued At: 2026-11-21T00:00:00.000Z
Expiration Time: 2026-11-21T00:05:00.000Z
Resources:
- urn:tickmark:key:p256:K
- urn:tickmark:may:order,close,host;until=1795824000;most=USDT:500000000000,USDC:500000000000,ETH:150000000,BTC:7500000`)
})

test('facts come back from their text, on both kinds of chain, with and without a key', () => {
  for (const wallet of ['evm', 'tron'] as const) {
    const facts = read(testOwner(2, START_MS, { wallet }).delegation.text)
    expect(facts).toMatchObject({ wallet, origin: ORIGIN, issuedAtMs: START_MS })
    const plain = { ...(facts as SignInFacts), grant: null }
    const written = signInText(plain, crypto.sha256)
    expect(read(written)).toEqual(plain)
    expect(written).not.toContain('Resources')
    expect(readDelegation(written, crypto.sha256)).toBeNull()
  }
})

test.each<[string, (text: string) => string]>([
  ['another sentence', (one) => one.replace('It cannot withdraw. ', '')],
  ['a smaller amount in the sentence', (one) => one.replace('5000 USDT', '50 USDT')],
  ['a larger amount in the resources', (one) => one.replace('USDT:5', 'USDT:6')],
  ['another key in the sentence', (one) => one.replace(/key \w{4}/, 'key 0000')],
  ['an earlier end in the sentence', (one) => one.replace('11-28', '11-27')],
  ['a further action', (one) => one.replace('order,close,host', 'order,close,host,withdraw')],
  ['another domain than the address of the page', (one) => one.replace(/^\S+/, 'evil.example')],
  ['a further resource', (one) => `${one}\n- urn:tickmark:may:withdraw`],
  ['a line before', (one) => `\n${one}`],
  ['a line after', (one) => `${one}\n`],
  ['a line in between', (one) => one.replace('Version: 1', 'Version: 1\nRequest ID: 7')],
  ['no resources under their heading', (one) => one.replace(/\n- .*/g, '')],
  ['another version', (one) => one.replace('Version: 1', 'Version: 2')],
  ['a leading zero', (one) => one.replace('Chain ID: 1', 'Chain ID: 01')],
  ['a day that is none', (one) => one.replace('2026-11-21T00:00', '2026-11-31T00:00')],
  ['another spelling of the time', (one) => one.replace('00:00.000Z', '00:00.000z')],
])('with %s it is no delegation', (_, change) => {
  expect(change(text)).not.toBe(text)
  expect(readDelegation(change(text), crypto.sha256)).toBeNull()
})

test('a text with one changed character is not read, or is another valid text that the wallet did not sign', () => {
  fc.assert(
    fc.property(fc.nat(text.length - 1), fc.integer({ min: 32, max: 126 }), (at, code) => {
      const changed = text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1)
      if (changed === text) return
      expect(provenDelegation({ ...owner.delegation, text: changed }, crypto)).toBeNull()
    }),
  )
})

test('a delegation is proven by its own wallet, false by another, and undecided for a contract', () => {
  for (const wallet of ['evm', 'tron'] as const) {
    const { delegation } = testOwner(3, START_MS, { wallet })
    expect(provenDelegation(delegation, crypto)).toMatchObject({
      address: delegation.address,
      origin: ORIGIN,
    })
    const { signature } = testOwner(4, START_MS, { wallet }).delegation
    expect(provenDelegation({ ...delegation, signature }, crypto)).toBeNull()
    expect(provenDelegation({ ...delegation, address: owner.delegation.address }, crypto)).toBeNull()
    expect(provenDelegation({ ...delegation, signature, kind: 'contract' }, crypto)).toBe('unproven')
  }
})
