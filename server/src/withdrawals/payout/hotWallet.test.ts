import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  ETH,
  newAddress,
  openWithdrawalFixture,
  USDT,
  type WithdrawalFixture,
  type Owner,
} from '../withdrawals.testing.ts'
import { type PaperChain, paperChain, txidOf } from '../paperChain.testing.ts'
import { createPayoutWorker, type PayoutWorker } from './payoutWorker.ts'
import { withdrawalById } from '../withdrawal/store.testing.ts'

let paper: PaperChain
let fixture: WithdrawalFixture
let paying: PayoutWorker
let owner: Owner
beforeEach(async () => {
  paper = paperChain()
  fixture = await openWithdrawalFixture({ chains: paper.chains, signer: paper.signer })
  paying = createPayoutWorker(fixture.deps)
  owner = await fixture.addOwner({ [USDT]: '1000', [ETH]: '10' })
})
afterEach(async () => {
  await paying.stop()
  await fixture.close()
})

const withdraw = (amount: string, currency = USDT) =>
  fixture.withdraw(owner, { currency, amount, to: newAddress() })
async function stateOf(id: string): Promise<string | undefined> {
  return (await withdrawalById(fixture.deps.database.db, id))?.state
}
async function gasOf(id: string): Promise<bigint> {
  return (await withdrawalById(fixture.deps.database.db, id))?.gasCap ?? 0n
}

test('enough tokens but too little gas is short: nothing leaves until the gas is there, to the wei', async () => {
  const id = await withdraw('40')
  const gas = await gasOf(id)
  expect(gas).toBeGreaterThan(0n)
  paper.ether = gas - 1n
  await paying.idle()
  expect(await stateOf(id)).toBe('approved')
  expect(paper.orders).toEqual([])
  paper.ether = gas
  await paying.idle()
  expect(await stateOf(id)).toBe('broadcast')
})

test('enough gas but too few tokens is short, to the smallest unit', async () => {
  const id = await withdraw('40')
  paper.tokens = 39_999_999n
  await paying.idle()
  expect(await stateOf(id)).toBe('approved')
  paper.tokens = 40_000_000n
  await paying.idle()
  expect(await stateOf(id)).toBe('broadcast')
})

test('the native coin must cover the amount and the gas together', async () => {
  const id = await withdraw('1.5', ETH)
  const need = 15n * 10n ** 17n + (await gasOf(id))
  paper.ether = need - 1n
  await paying.idle()
  expect(await stateOf(id)).toBe('approved')
  paper.ether = need
  await paying.idle()
  expect(await stateOf(id)).toBe('broadcast')
})

test('payments in progress count, both gas and coins, until the queried balance includes their block', async () => {
  const first = await withdraw('40')
  await paying.idle()
  const coin = await withdraw('1', ETH)
  await paying.idle()
  const second = await withdraw('50')
  const gases = (await gasOf(first)) + (await gasOf(coin)) + (await gasOf(second))
  paper.tokens = 90_000_000n
  paper.ether = gases + 10n ** 18n - 1n
  await paying.idle()
  expect(await stateOf(second)).toBe('approved')
  paper.ether += 1n
  paper.tokens -= 1n
  await paying.idle()
  expect(await stateOf(second)).toBe('approved')
  // The first is in block 101: after block 100 the wallet still has its tokens, after block 101 no longer.
  paper.mine(txidOf(1), 101)
  paper.count = 1
  await paying.idle()
  expect(await stateOf(second)).toBe('approved')
  paper.head = 101
  paper.tokens = 50_000_000n
  paper.ether -= await gasOf(first)
  await paying.idle()
  expect(await stateOf(second)).toBe('broadcast')
})

test('balances are read after the block at which the pass began', async () => {
  await withdraw('40')
  paper.head = 123
  await paying.idle()
  expect(paper.balancesAt).toEqual([123, 123])
})

test.each([
  ['the signer’s, when the chain has seen fewer', 7, 4],
  ['the chain’s, when the signer has forgotten some', 4, 7],
])('the first nonce is %s', async (_what, nextNonce, count) => {
  const { publicKeys } = paper.signer
  paper.signer.publicKeys = async () => {
    const { chains, xpubs } = await publicKeys()
    return { chains: chains.map((one) => ({ ...one, nextNonce })), xpubs }
  }
  paper.count = count
  await withdraw('40')
  await paying.idle()
  expect(paper.orders.map((one) => one.chainNonce)).toEqual([7])
})
