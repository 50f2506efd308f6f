import { expect, test } from 'vitest'
import { crypto, testCrypto } from '../receipts/nodeCrypto.testing.ts'
import {
  checkAddressFile,
  isOtherAddress,
  judgeAddress,
  type AddressStatement,
  type AskedAddress,
} from './depositAddress.ts'
import { ADDRESS, toyAddressFile } from './toyAddress.testing.ts'

const house = testCrypto(84)
const foreign = testCrypto(85)
const OTHER = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const TRON = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'
const { account, network, address, at } = ADDRESS
const honest = toyAddressFile(house)
const LIES: Partial<AddressStatement>[] = [
  { account: OTHER },
  { network: 'Polygon' },
  { address: OTHER },
  { at: at + 1 },
]

test.each<[string, Partial<AddressStatement>, Partial<AskedAddress>, string | null]>([
  ['of this account and network', {}, {}, null],
  ['of this account in another spelling', {}, { account: account.toLowerCase() }, null],
  ['of another account', { account: OTHER }, {}, 'other_terms'],
  ['of another network', { network: 'Polygon' }, {}, 'other_terms'],
  [
    'of a Tron account in another spelling',
    { account: TRON },
    { account: TRON.toLowerCase() },
    'other_terms',
  ],
  ['of the practice account', { book: 'simulated' as never }, {}, 'unreadable'],
  ['of another kind', { kind: 'withdrawal' as never }, {}, 'unreadable'],
  ['of another version', { v: 2 as never }, {}, 'unreadable'],
  ['of a time that is none', { at: -1 }, {}, 'unreadable'],
])('a signed address %s is judged by what was asked', (_, change, asked, problem) => {
  expect(judgeAddress(toyAddressFile(house, change), { account, network, ...asked }, crypto)).toBe(problem)
})

test('an address counts only with both signatures over exactly its statement', () => {
  const judged = (answer: unknown, asked: Partial<AskedAddress> = {}) =>
    judgeAddress(answer, { account, network, ...asked }, crypto)
  for (const change of LIES) {
    const statement = { ...honest.statement, ...change }
    expect(judged({ ...honest, statement }, statement)).toBe('not_signed')
  }
  for (const change of [{ signature: '0'.repeat(128) }, { head: 'none\n' }, { keys: foreign.keys }])
    expect(judged({ ...honest, ...change })).toBe('not_signed')
  for (const answer of [null, '', {}, { ...honest, more: 1 }, { ...honest, head: '' }])
    expect(judged(answer)).toBe('unreadable')
})

test.each<[string, unknown, object, string[]]>([
  ['honest', honest, {}, []],
  [
    'honest, with known keys and owner',
    honest,
    { ...house.keys, owner: account.toUpperCase().replace('X', 'x') },
    [],
  ],
  ['of other keys', honest, foreign.keys, ['keys']],
  ['of another owner', honest, { owner: OTHER }, ['owner']],
  ['unsigned', { ...honest, signature: '0'.repeat(128) }, {}, ['answer_signature']],
  ...LIES.map((change): [string, unknown, object, string[]] => [
    `changed in its ${Object.keys(change).join()}`,
    { ...honest, statement: { ...honest.statement, ...change } },
    {},
    ['answer_signature'],
  ]),
  ['under a false head', { ...honest, head: 'none\n' }, {}, ['checkpoint']],
  ['no file', { ...honest, format: 'tickmark-address/2' }, {}, ['form']],
])('the file of an address that is %s is decided by its own step', (_, given, trusted, failed) => {
  const report = checkAddressFile(given, crypto, trusted)
  expect(report.verdict).toBe(failed.length === 0 ? 'holds' : 'broken')
  expect(report.steps.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual(failed)
})

test('the check of an address tells its keys and its owner only where they are known', () => {
  const told = (trusted: object) => checkAddressFile(honest, crypto, trusted).steps.map(({ name }) => name)
  expect(told({})).toEqual(['form', 'answer_signature', 'checkpoint'])
  expect(told({ ...house.keys, owner: account })).toEqual([
    'form',
    'keys',
    'answer_signature',
    'owner',
    'checkpoint',
  ])
})

test.each<[string, Partial<AddressStatement>, boolean]>([
  ['the same', {}, false],
  ['the same, of another time', { at: at + 1 }, false],
  [
    'the same, in another spelling',
    { address: address.toLowerCase(), account: account.toLowerCase() },
    false,
  ],
  ['the same on another network', { network: 'Polygon' }, false],
  ['another one on another network', { network: 'Tron', address: TRON }, false],
  ['another one of another account', { account: OTHER, address: TRON }, false],
  ['another one on the same network', { address: OTHER }, true],
  ['the same of another account', { account: OTHER }, true],
  [
    'the same of another account, in another spelling',
    { account: OTHER, address: address.toLowerCase() },
    true,
  ],
  ['the same of another account on another network', { account: OTHER, network: 'Polygon' }, true],
])('beside an address, %s contradicts it or not', (_, change, isContrary) => {
  const other = { ...ADDRESS, ...change }
  expect([isOtherAddress(ADDRESS, other), isOtherAddress(other, ADDRESS)]).toEqual([isContrary, isContrary])
})
