import { keccak_256 } from '@noble/hashes/sha3.js'
import { hexOf } from '@tickmark/core/bytes'
import {
  INTENT_FIELDS,
  intentDigest,
  intentText,
  intentTypedData,
  type WithdrawalIntent,
} from '@tickmark/core/withdrawalIntent'
import fc from 'fast-check'
import { hashTypedData, keccak256, stringToHex } from 'viem'
import { expect, test } from 'vitest'
import {
  intentOf,
  owner,
  PAYEE,
  rules,
  signedBy,
  signedOnTron,
  START,
  stranger,
  tronOwner,
  tronStranger,
  typedDataOf,
  WITHDRAWAL,
} from './desk.testing.ts'
import type { AcceptRequest } from './memory.ts'
import { termsOf } from './terms.ts'
import { isSignedByOwner } from './verify.ts'

const intent = intentOf()
const onEthereum = await signedBy(intent)
const onTron = signedOnTron(intent)
const digest = hashTypedData(typedDataOf(intent))
const domain = { name: 'Tickmark', version: '1' } as const
const fields = WITHDRAWAL.map(({ name }) => name)
const BYTES: Record<string, { name: string; type: string }[]> = {
  Withdrawal: fields.map((name) => ({ name, type: 'bytes' })),
}

/** Other texts that are as good as the signed ones, but not signed. */
const OTHERS: WithdrawalIntent = {
  site: 'http://localhost:8081',
  network: 'Tron',
  currency: 'ETH',
  amount: '12.6',
  feeCap: '1.1',
  to: stranger.address,
  nonce: 'intent-of-another-day',
  expires: new Date(START + 300_001).toISOString(),
}

const isOwners = (changes: Partial<AcceptRequest>) => isSignedByOwner({ ...onEthereum, ...changes }, null)
const isTronOwners = (changes: Partial<AcceptRequest>) => isSignedByOwner({ ...onTron, ...changes }, null)

test('the signature of the owner over these very fields counts, on Ethereum and on Tron [T14]', async () => {
  expect(await isOwners({})).toBe(true)
  expect(await isTronOwners({})).toBe(true)
})

test('a wallet shows and signs what the signer checks, by another library`s reading of EIP-712 [T14]', () => {
  const word = fc.stringMatching(/^[\x20-\x7e]{1,64}$/)
  const intents = fc.record(Object.fromEntries(INTENT_FIELDS.map((field) => [field, word])))
  fc.assert(
    fc.property(intents, (made) => {
      const given = made as unknown as WithdrawalIntent
      expect(`0x${hexOf(intentDigest(given, keccak_256))}`).toBe(hashTypedData(typedDataOf(given)))
    }),
    { numRuns: 50 },
  )
  expect(hashTypedData(intentTypedData(intent) as never)).toBe(digest)
})

test.for(INTENT_FIELDS)(
  'another %s than the signed one is refused, on Ethereum and on Tron [T14]',
  async (field) => {
    const changed = { ...intent, [field]: OTHERS[field] }
    expect(await isOwners({ intent: changed })).toBe(false)
    expect(await isTronOwners({ intent: changed })).toBe(false)
  },
)

test.for(INTENT_FIELDS)(
  '%s with one more character is refused, on Ethereum and on Tron [T14]',
  async (field) => {
    for (const text of [`${intent[field]} `, `${intent[field]}0`, intent[field].slice(0, -1)]) {
      expect(await isOwners({ intent: { ...intent, [field]: text } })).toBe(false)
      expect(await isTronOwners({ intent: { ...intent, [field]: text } })).toBe(false)
    }
  },
)

/** What a wallet signs that was asked for something else; the key is the owner's in all of them. */
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
    expect(await isOwners({ signature })).toBe(false)
  },
)

/** The owner's key on Tron, asked for something else. */
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
    expect(await isTronOwners({ signature })).toBe(false)
  },
)

test.for([
  ['another account', stranger.address],
  ['the account in lower case', owner.address.toLowerCase()],
  ['the account in upper case', `0x${owner.address.slice(2).toUpperCase()}`],
  ['the account with a wrong checksum', owner.address.replace(/[a-f]/, (letter) => letter.toUpperCase())],
  ['the account without 0x', owner.address.slice(2)],
  ['the account with a byte more', `${owner.address}00`],
  ['the zero address', `0x${'0'.repeat(40)}`],
  ['the same key`s address on Tron', String(tronOwner.defaultAddress.base58)],
  ['the same key`s address on Tron in hexadecimal', String(tronOwner.defaultAddress.hex)],
  ['no account', ''],
  ['an account in letters of elsewhere', owner.address.replace(/.$/, '\uff11')],
] as const)('a signature of the owner does not stand for %s [T14]', async ([_what, account]) => {
  expect(account).not.toBe(owner.address)
  expect(await isOwners({ account })).toBe(false)
  expect(await isTronOwners({ account: account === onTron.account ? owner.address : account })).toBe(false)
})

test('another key`s signature is refused, and so is a wallet of the other kind [T14]', async () => {
  expect(await isOwners({ signature: (await signedBy(intent, stranger)).signature })).toBe(false)
  expect(await isTronOwners({ signature: signedOnTron(intent, tronStranger).signature })).toBe(false)
  expect(await isOwners({ walletType: 2 })).toBe(false)
  expect(await isOwners({ walletType: 2, account: onTron.account })).toBe(false)
  expect(await isTronOwners({ walletType: 1 })).toBe(false)
  expect(await isTronOwners({ walletType: 1, account: onEthereum.account })).toBe(false)
})

test('no field can pretend to be two: whatever breaks a line or is not plain ASCII is no intent [T14]', () => {
  for (const field of INTENT_FIELDS)
    for (const text of [
      `${intent[field]}\nto: ${stranger.address}`,
      `${intent[field]}\r`,
      'е',
      '\u202e',
      '\0',
      '',
    ])
      expect(termsOf({ ...intent, [field]: text }, rules)).toBe('malformed')
})
