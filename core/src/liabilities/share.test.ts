import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hexOf } from '../bytes.ts'
import { crypto } from '../receipts/nodeCrypto.testing.ts'
import { shareLeaf, type Share } from './share.ts'

const SHARE: Share = {
  account: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  book: 'real',
  currency: 'USDT',
  kind: 'available',
  share: 0,
  amount: '1250000000',
}
const SALT = new Uint8Array(32).fill(7)

test('the leaf of a share is H(0, salt, canonical text), with its amount', () => {
  const text =
    '{"account":"0x70997970C51812dc3A010C7d01b50e0d17dc79C8","amount":"1250000000","book":"real","currency":"USDT","kind":"available","share":0}'
  const hash = createHash('sha256')
    .update(Buffer.concat([Buffer.from([0]), SALT, Buffer.from(text)]))
    .digest('hex')
  const { hash: found, sum } = shareLeaf(SHARE, SALT, crypto.sha256)
  expect([hexOf(found), sum]).toEqual([hash, 1_250_000_000n])
})

test('a share with any other field, or another salt, has another leaf', () => {
  const leaves = [
    {},
    { account: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8' },
    { book: 'simulated' },
    { currency: 'USDC' },
    { kind: 'hold' },
    { share: 1 },
    { amount: '1250000001' },
  ].map((change) => hexOf(shareLeaf({ ...SHARE, ...change } as Share, SALT, crypto.sha256).hash))
  const salted = hexOf(shareLeaf(SHARE, new Uint8Array(32).fill(8), crypto.sha256).hash)
  expect(new Set([...leaves, salted]).size).toBe(8)
})
