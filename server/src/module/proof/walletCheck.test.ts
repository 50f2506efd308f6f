import { ORIGIN, ownerCrypto, testOwner } from '@tickmark/core/consent/owner.testing'
import { expect, test } from 'vitest'
import { signersOf } from './walletCheck.ts'

const { recoverWallet } = ownerCrypto
const proof = testOwner(1, 1_700_000_000_000).delegation
const other = testOwner(2, 1_700_000_000_000).delegation
const contract = { ...proof, kind: 'contract' as const }
const has = async () => true
const hasNot = async () => false
const lost = () => Promise.reject(new Error('no node'))

test.each([
  ['the wallet itself', proof, null, proof.address],
  ['another wallet', { ...proof, address: other.address }, null, proof.address],
  ['nobody', { ...proof, signature: '0x12' }, has, 'nobody'],
  ['a contract that is there', contract, has, proof.address],
  ['a contract that is not', contract, hasNot, 'a contract, but there is none'],
  ['a contract without a node', contract, null, 'a contract, which no node was asked for'],
  ['a contract when the node fails', contract, lost, 'a contract, for which the node has no answer'],
])('a proof is signed by %s', async (_by, given, hasCode, signer) => {
  const signerOf = signersOf({ recoverWallet, hasCode, sites: null })
  expect([await signerOf(given), await signerOf(given)]).toEqual([signer, signer])
})

test.each([
  ['this site', [ORIGIN], proof, proof.address],
  ['a former one of several', ['https://other.example', ORIGIN], proof, proof.address],
  ['another site', ['https://other.example'], proof, `somebody, for ${ORIGIN}`],
  ['no site', [], proof, `somebody, for ${ORIGIN}`],
  ['something else', [ORIGIN], { ...proof, text: 'I was here.' }, 'somebody, for no site'],
])('a proof for %s', async (_for, sites, given, signer) => {
  expect(await signersOf({ recoverWallet, hasCode: null, sites })(given)).toBe(signer)
})

test('without wallets, each proof is believed', async () => {
  expect(await signersOf(undefined)({ ...contract, signature: '' })).toBe(proof.address)
})

test('each proof is recovered once', async () => {
  let count = 0
  const signerOf = signersOf({
    recoverWallet: (...given) => (count++, recoverWallet(...given)),
    hasCode: null,
    sites: null,
  })
  for (const one of [proof, other, proof, { ...proof, address: other.address }, other]) await signerOf(one)
  expect(count).toBe(3)
})
