import { depositRoutes } from '@tickmark/wire/routes/deposits'
import * as z from 'zod/mini'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answers, userOf } from '../http/calls/context.ts'
import { askOf, codeOf, START_MS } from '../orders/orders.testing.ts'
import { canonicalAddress } from '@tickmark/chainkit/addresses'
import { isAddressSaidBy } from '@tickmark/core/evidence/depositAddress'
import { crypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import { signerOf } from '../platform/keys.ts'
import { depositAnswers } from './routes.ts'
import { type TestChains, openTestChains, startTestnet, type Testnet } from './testnet.testing.ts'

let evm: Testnet
const receipts = signerOf(new Uint8Array(32).fill(7))
/** An anvil that plays Tron: the same JSON-RPC, other address spellings. */
let tron: Testnet
let testChains: TestChains
let answers: Answers<typeof depositRoutes>
beforeAll(async () => {
  evm = await startTestnet({ isTest: false })
  tron = await startTestnet({
    kind: 'tron',
    name: 'Tron',
    coinType: 195,
    native: { currency: 5, decimals: 6 },
    traces: false,
    tokens: [{ currency: 1, contract: 'TXEwKS839uGxaSD2FhPHBxdMGi9WmaW5GR', decimals: 6 }],
  })
  testChains = await openTestChains([evm.chain, tron.chain])
  answers = depositAnswers({
    reader: testChains.test.database.db,
    chains: testChains.chains,
    receipts,
    logHead: () => 'the head',
  })
})
afterAll(async () => {
  await testChains.close()
  await evm.stop()
  await tron.stop()
})

const ask = (userId: number) => askOf(testChains.clock, userId, { book: 'real' })
const type = (net: Testnet, currency: number) => net.chain.id * 32 + currency

test('the networks of a currency are listed with the fields that the page needs', async () => {
  const reply = await answers.getextendfCList({ currency: 'USDT' }, ask(1))
  expect(z.parse(depositRoutes.getextendfCList.reply, reply)).toEqual(reply)
  expect(reply.list).toMatchObject([
    {
      typeId: type(evm, 1),
      name: 'Testnet',
      confirmations: 3,
      decimals: 6,
      addresses: 'evm',
      isSendable: true,
      isHalted: false,
    },
    {
      typeId: type(tron, 1),
      name: 'Tron',
      decimals: 6,
      addresses: 'tron',
      isSendable: false,
      isHalted: false,
    },
  ])
  expect((await answers.getextendfCList({ currency: 'BTC' }, ask(1))).list).toEqual([])
  expect(await codeOf(answers.getextendfCList({ currency: 'DOGE' }, ask(1)))).toBe('currency_unknown')
})

test('the own address comes in the network’s spelling, with its path, the same for all its currencies', async () => {
  const first = await answers.recharge({ typeId: type(evm, 1) }, ask(1))
  expect(z.parse(depositRoutes.recharge.reply, first)).toEqual(first)
  expect(canonicalAddress(first.address, 'evm')).toBe(first.address)
  expect(first.path).toMatch(/^m\/44'\/60'\/0'\/0\/\d+$/)
  expect(await answers.recharge({ typeId: type(evm, 3) }, ask(1))).toEqual(first)
  const second = await answers.recharge({ typeId: type(tron, 1) }, ask(1))
  expect(canonicalAddress(second.address, 'tron')).toBe(second.address)
  expect(second.path).toMatch(/^m\/44'\/195'/)
})

test('the simulated book has no network, and unknown networks are refused', async () => {
  const simulated = askOf(testChains.clock, 1)
  const input = { typeId: type(evm, 1) }
  expect((await answers.getextendfCList({ currency: 'USDT' }, simulated)).list).toEqual([])
  expect((await answers.get_my_recharge_record({ pageNum: 1, pageSize: 10 }, simulated)).total).toBe(0)
  expect(await codeOf(answers.recharge(input, simulated))).toBe('account_has_no_network')
  expect(await codeOf(answers.getTestMoney(input, simulated))).toBe('account_has_no_network')
  for (const typeId of [1, type(evm, 4), type(tron, 3), 999_999])
    expect(await codeOf(answers.recharge({ typeId }, ask(1)))).toBe('network_unknown')
  // Only the sandbox's own chain has a faucet.
  expect(await codeOf(answers.getTestMoney(input, ask(1)))).toBe('network_unknown')
})

test('a deposit is listed from its first block on, with its steps so far; others do not see it', async () => {
  const { address } = await answers.recharge({ typeId: type(evm, 1) }, ask(2))
  await evm.faucet.pay(1, address, 25_500_000n)
  await testChains.chains.idle()
  const record = async () => {
    const reply = await answers.get_my_recharge_record({ pageNum: 1, pageSize: 10, currencyId: 1 }, ask(2))
    expect(z.parse(depositRoutes.get_my_recharge_record.reply, reply)).toEqual(reply)
    return reply.list[0]
  }
  expect(await record()).toMatchObject({
    money: '25.5',
    name: 'USDT',
    network: 'Testnet',
    address,
    status: 0,
    confirmations: 1,
    needed: 3,
    steps: [{ step: 'seen', at: START_MS }],
  })
  await evm.mine(1)
  await testChains.chains.idle()
  expect(await record()).toMatchObject({ status: 0, confirmations: 2 })
  await evm.reorganise(2)
  await testChains.chains.idle()
  expect(await record()).toMatchObject({
    status: 2,
    confirmations: 0,
    block: null,
    steps: [{ step: 'seen' }, { step: 'orphaned' }],
  })
  expect((await answers.get_my_recharge_record({ pageNum: 1, pageSize: 10 }, ask(1))).total).toBe(0)
})

test('the same watcher reads a Tron-style network', async () => {
  const { address } = await answers.recharge({ typeId: type(tron, 5) }, ask(3))
  await tron.faucet.pay(3, address, 7_000_000n)
  await tron.faucet.pay(1, address, 8_000_000n)
  await tron.mine(3)
  await testChains.chains.idle()
  expect(testChains.chains.find(tron.chain.id)?.haltedBecause).toBe(null)
  const { list } = await answers.get_my_recharge_record({ pageNum: 0, pageSize: 10 }, ask(3))
  const told = list.map((one) => `${one.name} ${one.money} ${one.address} ${one.status}`)
  expect(new Set(told)).toEqual(new Set([`TRX 7 ${address} 1`, `USDT 8 ${address} 1`]))
  expect(await testChains.real(3, 5)).toBe(700_000_000n)
})

test('an address comes with the house’s signed word whose it is, the same on every call', async () => {
  const { statement, signature, head, address } = await answers.recharge({ typeId: type(tron, 1) }, ask(1))
  expect(isAddressSaidBy({ statement, signature }, receipts.publicKey, crypto)).toBe(true)
  const account = userOf(ask(1)).address
  const said = { v: 1, kind: 'address', account, book: 'real', network: 'Tron', address, at: START_MS }
  expect([statement, head]).toEqual([said, 'the head'])
  testChains.clock.advance(60_000)
  const again = await answers.recharge({ typeId: type(tron, 5) }, ask(1))
  expect(again).toMatchObject({ statement, signature })
  const others = await answers.recharge({ typeId: type(tron, 1) }, ask(2))
  expect(others.statement.account).not.toBe(account)
  expect(others.statement.address).not.toBe(address)
})
