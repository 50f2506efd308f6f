import { expect, test } from 'vitest'
import { signRequest } from './signer.ts'

const pay = {
  intentNonce: 'n',
  chainNonce: 0,
  gasLimit: 21_000,
  maxFeePerGas: '1',
  maxPriorityFeePerGas: '0',
}
const payOnTron = {
  intentNonce: 'n',
  refBlockBytes: '00ff',
  refBlockHash: '0123456789abcdef',
  timestamp: 0,
  expiration: 1,
  feeLimit: '0',
}

test.each([
  ['the first nonce and the least gas', pay, true],
  ['the last nonce that can be counted on from', { ...pay, chainNonce: 2 ** 48 - 1 }, true],
  ['one nonce more', { ...pay, chainNonce: 2 ** 48 }, false],
  ['a nonce below zero', { ...pay, chainNonce: -1 }, false],
  ['half a nonce', { ...pay, chainNonce: 0.5 }, false],
  ['less gas than any payment takes', { ...pay, gasLimit: 20_999 }, false],
  ['a fee below zero', { ...pay, maxFeePerGas: '-1' }, false],
  ['a fee with a zero in front', { ...pay, maxFeePerGas: '01' }, false],
  ['a fee of 40 digits', { ...pay, maxFeePerGas: '9'.repeat(40) }, true],
  ['a fee of 41 digits', { ...pay, maxFeePerGas: '9'.repeat(41) }, false],
  ['no intent', { ...pay, intentNonce: '' }, false],
  ['a payment on Tron', payOnTron, true],
  ['a block number too short', { ...payOnTron, refBlockBytes: '0ff' }, false],
  ['a block hash of 17 digits', { ...payOnTron, refBlockHash: '00123456789abcdef' }, false],
  ['a block number of 5 digits', { ...payOnTron, refBlockBytes: '000ff' }, false],
  ['a line after a fee', { ...payOnTron, feeLimit: '0\n' }, false],
  ['a block hash in capitals', { ...payOnTron, refBlockHash: '0123456789ABCDEF' }, false],
  ['a moment before 1970', { ...payOnTron, timestamp: -1 }, false],
])('%s is read by the signer, or not: %o %s', (_what, request, isRead) => {
  expect(signRequest.safeParse(request).success).toBe(isRead)
})
