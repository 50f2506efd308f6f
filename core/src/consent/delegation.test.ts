import { expect, test } from 'vitest'
import { crypto } from '../receipts/nodeCrypto.testing.ts'
import { provenDelegation, readDelegation, type SignedDelegation } from './delegation.ts'
import { testOwner } from './owner.testing.ts'

const AT = 1_795_219_200_000
const { delegation } = testOwner(1, AT)
const other = testOwner(2, AT).delegation

test('a delegation that its wallet signed is the one in its text', () => {
  const read = readDelegation(delegation.text, crypto.sha256)
  expect(read?.address).toBe(delegation.address)
  expect(provenDelegation(delegation, crypto)).toEqual(read)
})

test.each<[what: string, change: Partial<SignedDelegation>, is: 'unproven' | null]>([
  ['by a contract', { kind: 'contract' }, 'unproven'],
  ['by a contract of another address', { kind: 'contract', address: other.address }, null],
  ['of another address', { address: other.address }, null],
  ['by another wallet', { signature: other.signature }, null],
  ['by a wallet of another kind', { kind: 'tron' }, null],
  ['without a text', { text: '' }, null],
])('a delegation signed %s: %s', (_, change, is) => {
  expect(provenDelegation({ ...delegation, ...change }, crypto)).toBe(is)
})
