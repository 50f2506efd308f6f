import { secp256k1 } from '@noble/curves/secp256k1.js'
import { addressOfKey } from '@tickmark/chainkit/addresses'
import { intentHash } from '@tickmark/chainkit/intentHash'
import type { WithdrawalIntent } from '@tickmark/core/wallet/withdrawalIntent'
import { expect, test } from 'vitest'
import { signHash } from '../../accounts/signIn.testing.ts'
import { intentVerdict, readIntent, signerOfIntent } from './signedIntent.ts'

const key = new Uint8Array(32).fill(7)
const intent: WithdrawalIntent = {
  site: 'https://tickmark.example',
  network: 'Ethereum',
  currency: 'USDT',
  amount: '10',
  feeCap: '1',
  to: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  nonce: 'n',
  expires: '2026-11-21T09:30:00.000Z',
}
const text = JSON.stringify(intent)
const signedAs = (kind: 'evm' | 'tron') => ({
  intent: text,
  walletType: kind === 'evm' ? (1 as const) : (2 as const),
  signature: signHash(intentHash(intent, kind), key),
  account: addressOfKey(secp256k1.getPublicKey(key), kind),
})
const [evm, tron] = [signedAs('evm'), signedAs('tron')]

test.each([
  ['by the owner’s key on Ethereum', evm, 'valid', 'evm'],
  ['by the owner’s key on Tron', tron, 'valid', 'tron'],
  ['by another key', { ...evm, account: `0x${'1'.repeat(40)}` }, 'invalid', 'contract'],
  ['over other fields', { ...evm, intent: text.replace('"10"', '"11"') }, 'invalid', 'contract'],
  ['over too few fields', { ...evm, intent: '{}' }, 'invalid', 'contract'],
  ['as the other kind of wallet does', { ...tron, signature: evm.signature }, 'invalid', 'contract'],
  ['in a form that only a contract knows', { ...evm, signature: '0xaabb' }, 'contract', 'contract'],
  [
    'in that form for Tron, which knows no such contract',
    { ...tron, signature: '0xaabb' },
    'invalid',
    'contract',
  ],
] as const)('a withdrawal is signed %s', (_what, given, verdict, signer) => {
  expect([intentVerdict(given), signerOfIntent(given)]).toEqual([verdict, signer])
})

test('an intent is read only with all of its fields as texts', () => {
  expect(readIntent(text)).toEqual(intent)
  for (const field of Object.keys(intent))
    for (const value of [undefined, 5, null])
      expect(readIntent(JSON.stringify({ ...intent, [field]: value }))).toBeNull()
  for (const other of ['', 'null', '[]', '"text"']) expect(readIntent(other)).toBeNull()
})
