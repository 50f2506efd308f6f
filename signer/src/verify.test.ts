import { keccak_256 } from '@noble/hashes/sha3.js'
import { hexOf } from '@tickmark/core/bytes'
import {
  INTENT_FIELDS,
  intentDigest,
  intentTypedData,
  type WithdrawalIntent,
} from '@tickmark/core/wallet/withdrawalIntent'
import fc from 'fast-check'
import { hashTypedData } from 'viem'
import { expect, test } from 'vitest'
import {
  intentOf,
  owner,
  rules,
  signedBy,
  signedOnTron,
  START,
  stranger,
  tronOwner,
  tronStranger,
  typedDataOf,
} from './fixture.testing.ts'
import type { AcceptRequest } from '@tickmark/wire/signer'
import { termsOf } from './terms.ts'
import { isSignedByOwner } from './signer.ts'

const intent = intentOf()
const onEthereum = await signedBy(intent)
const onTron = signedOnTron(intent)
const digest = hashTypedData(typedDataOf(intent))

/** Other intents, as valid as the signed one, but not signed. */
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

test('the owner’s signature over exactly these fields counts, on Ethereum and on Tron [T14]', async () => {
  expect(await isOwners({})).toBe(true)
  expect(await isTronOwners({})).toBe(true)
})

test('a wallet shows and signs exactly what the signer checks, by another library’s EIP-712 [T14]', () => {
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

test.for([
  ['another account', stranger.address],
  ['the account in lower case', owner.address.toLowerCase()],
  ['the account in upper case', `0x${owner.address.slice(2).toUpperCase()}`],
  ['the account with a wrong checksum', owner.address.replace(/[a-f]/, (letter) => letter.toUpperCase())],
  ['the account without 0x', owner.address.slice(2)],
  ['the account with a byte more', `${owner.address}00`],
  ['the zero address', `0x${'0'.repeat(40)}`],
  ['the same key’s address on Tron', String(tronOwner.defaultAddress.base58)],
  ['the same key’s address on Tron in hexadecimal', String(tronOwner.defaultAddress.hex)],
  ['no account', ''],
  ['an account in letters of elsewhere', owner.address.replace(/.$/, '\uff11')],
] as const)('the owner’s signature does not count for %s [T14]', async ([_what, account]) => {
  expect(account).not.toBe(owner.address)
  expect(await isOwners({ account })).toBe(false)
  expect(await isTronOwners({ account: account === onTron.account ? owner.address : account })).toBe(false)
})

test('another key’s signature is refused, and so is a wallet of the other kind [T14]', async () => {
  expect(await isOwners({ signature: (await signedBy(intent, stranger)).signature })).toBe(false)
  expect(await isTronOwners({ signature: signedOnTron(intent, tronStranger).signature })).toBe(false)
  expect(await isOwners({ walletType: 2 })).toBe(false)
  expect(await isOwners({ walletType: 2, account: onTron.account })).toBe(false)
  expect(await isTronOwners({ walletType: 1 })).toBe(false)
  expect(await isTronOwners({ walletType: 1, account: onEthereum.account })).toBe(false)
})

test('no field can imitate two: an intent with a line break or non-ASCII text is refused [T14]', () => {
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
