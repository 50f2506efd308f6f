import { contractAsker } from '@tickmark/chainkit/contractWallets'
import { closeNodes, openNode, YES } from '@tickmark/chainkit/node.testing'
import { intentText } from '@tickmark/core/wallet/withdrawalIntent'
import { hashTypedData, keccak256, stringToHex } from 'viem'
import { afterEach, expect, test } from 'vitest'
import {
  intentOf,
  owner,
  PAYEE,
  signedBy,
  signedOnTron,
  stranger,
  tronOwner,
  typedDataOf,
  WITHDRAWAL,
} from './fixture.testing.ts'
import { isSignedByOwner } from './signer.ts'

const intent = intentOf()
const onEthereum = await signedBy(intent)
const onTron = signedOnTron(intent)
const digest = hashTypedData(typedDataOf(intent))
const domain = { name: 'Tickmark', version: '1' } as const
const fields = WITHDRAWAL.map(({ name }) => name)
const BYTES: Record<string, { name: string; type: string }[]> = {
  Withdrawal: fields.map((name) => ({ name, type: 'bytes' })),
}

/** Signatures that a wallet makes for other purposes; all with the owner's key. */
const ASKED_FOR_ELSE: Record<string, () => string | Promise<string>> = {
  'another domain name': () =>
    owner.signTypedData({ ...typedDataOf(intent), domain: { ...domain, name: 'Tickrnark' } }),
  'a domain name in lower case': () =>
    owner.signTypedData({ ...typedDataOf(intent), domain: { ...domain, name: 'tickmark' } }),
  'another version': () =>
    owner.signTypedData({ ...typedDataOf(intent), domain: { ...domain, version: '2' } }),
  'a domain without version': () =>
    owner.signTypedData({ ...typedDataOf(intent), domain: { name: 'Tickmark' } }),
  'a domain without name': () => owner.signTypedData({ ...typedDataOf(intent), domain: { version: '1' } }),
  'an empty domain': () => owner.signTypedData({ ...typedDataOf(intent), domain: {} }),
  'a chain in the domain': () =>
    owner.signTypedData({ ...typedDataOf(intent), domain: { ...domain, chainId: 1 } }),
  'the right chain in the domain': () =>
    owner.signTypedData({ ...typedDataOf(intent), domain: { ...domain, chainId: 31337 } }),
  'a contract in the domain': () =>
    owner.signTypedData({ ...typedDataOf(intent), domain: { ...domain, verifyingContract: PAYEE } }),
  'a salt in the domain': () =>
    owner.signTypedData({ ...typedDataOf(intent), domain: { ...domain, salt: `0x${'00'.repeat(32)}` } }),
  'another name of the structure': () =>
    owner.signTypedData({
      domain,
      types: { Withdraw: WITHDRAWAL },
      primaryType: 'Withdraw',
      message: intent,
    }),
  'fields in another order': () =>
    owner.signTypedData({ ...typedDataOf(intent), types: { Withdrawal: WITHDRAWAL.toReversed() } }),
  'one field too few': () =>
    owner.signTypedData({ ...typedDataOf(intent), types: { Withdrawal: WITHDRAWAL.slice(1) } }),
  'one field too many': () =>
    owner.signTypedData({
      domain,
      types: { Withdrawal: [...WITHDRAWAL, { name: 'memo', type: 'string' }] },
      primaryType: 'Withdrawal',
      message: { ...intent, memo: '' },
    }),
  'fields of another type': () =>
    owner.signTypedData({
      domain,
      types: BYTES,
      primaryType: 'Withdrawal',
      message: Object.fromEntries(fields.map((name) => [name, stringToHex(intent[name])])),
    }),
  'the text instead of the fields (EIP-191)': () => owner.signMessage({ message: intentText(intent) }),
  'the fields as JSON': () => owner.signMessage({ message: JSON.stringify(intent) }),
  'the digest as a message': () => owner.signMessage({ message: { raw: digest } }),
  'the digest of the digest': () => owner.sign({ hash: keccak256(digest) }),
  'the bare text': () => owner.sign({ hash: keccak256(stringToHex(intentText(intent))) }),
  'nothing at all': () => owner.signMessage({ message: '' }),
  'the text as a Tron wallet does (TIP-191)': () => tronOwner.trx.signMessageV2(intentText(intent)),
  'another intent': async () => (await signedBy({ ...intent, nonce: 'another' })).signature,
}

test.for(Object.keys(ASKED_FOR_ELSE))(
  'an Ethereum wallet that signed %s has not signed [T14]',
  async (what) => {
    const signature = (await ASKED_FOR_ELSE[what]?.()) ?? ''
    expect(signature).toMatch(/^0x[0-9a-f]{130}$/)
    expect(await isSignedByOwner({ ...onEthereum, signature }, null)).toBe(false)
  },
)

/** Signatures for other purposes with the owner's key on Tron. */
const ASKED_FOR_ELSE_ON_TRON: Record<string, () => string | Promise<string>> = {
  'the text as an Ethereum wallet does (EIP-191)': () => owner.signMessage({ message: intentText(intent) }),
  'the fields (EIP-712)': () => onEthereum.signature,
  'the text with a line break at its end': () => tronOwner.trx.signMessageV2(`${intentText(intent)}\n`),
  'the text with the line breaks of Windows': () =>
    tronOwner.trx.signMessageV2(intentText(intent).replaceAll('\n', '\r\n')),
  'the text without its title': () =>
    tronOwner.trx.signMessageV2(intentText(intent).split('\n').slice(1).join('\n')),
  'the text with another title': () =>
    tronOwner.trx.signMessageV2(intentText(intent).replace('Tickmark withdrawal', 'Tickmark sign-in')),
  'the text with two lines swapped': () =>
    tronOwner.trx.signMessageV2(intentText(intent).replace(/(amount: .*)\n(feeCap: .*)/, '$2\n$1')),
  'the hash of the text, as the old call does': () =>
    tronOwner.trx.signMessageV2(keccak256(stringToHex(intentText(intent)))),
  'the bare text': () => owner.sign({ hash: keccak256(stringToHex(intentText(intent))) }),
  'the text with a length of 32': () =>
    owner.sign({ hash: keccak256(stringToHex(`\x19TRON Signed Message:\n32${intentText(intent)}`)) }),
  'another intent': () => signedOnTron({ ...intent, amount: '99' }).signature,
}

test.for(Object.keys(ASKED_FOR_ELSE_ON_TRON))(
  'a Tron wallet that signed %s has not signed [T14]',
  async (what) => {
    const signature = (await ASKED_FOR_ELSE_ON_TRON[what]?.()) ?? ''
    expect(signature).toMatch(/^0x[0-9a-f]{130}$/)
    expect(await isSignedByOwner({ ...onTron, signature }, null)).toBe(false)
  },
)

const WALLET = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
afterEach(closeNodes)

test('only an Ethereum wallet is checked as a contract, and only if its own key did not sign [T14]', async () => {
  const node = await openNode({ eth_chainId: '0x7a69', eth_call: YES })
  const ask = contractAsker(node.url, 31337)
  const signed = await signedBy(intentOf(), stranger)
  expect(await isSignedByOwner(signed, ask)).toBe(true)
  expect(await isSignedByOwner({ ...signed, walletType: 2 }, ask)).toBe(false)
  expect(await isSignedByOwner({ ...signed, account: WALLET.toLowerCase() }, ask)).toBe(false)
  expect(await isSignedByOwner({ ...signedOnTron(intentOf()), signature: '0xaabb' }, ask)).toBe(false)
  expect(node.asked).toEqual([])
  expect(await isSignedByOwner({ ...signed, account: WALLET }, ask)).toBe(true)
  expect(await isSignedByOwner({ ...signed, account: WALLET }, null)).toBe(false)
})
