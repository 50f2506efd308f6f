import { keccak_256 } from '@noble/hashes/sha3.js'
import { asciiBytes, hexOf } from '@tickmark/core/bytes'
import { getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { rawAddress } from './node/addresses.ts'
import { depositsOf } from './deposits/depositStore.ts'
import { compileFakes } from './fakes.testing.ts'
import type { Chain } from './node/network.ts'
import {
  findings,
  type TestChains,
  inHarbour,
  openTestChains,
  startTestnet,
  type Testnet,
} from './testnet.testing.ts'

const [USDT, USDC, ETH, EVIL] = [1, 2, 3, 5] as const
const ONE = 1_000_000n
const WEI = 10n ** 18n

let net: Testnet
let testChains: TestChains
/** The chain with `Evil` on its list. */
let chain: Chain
let evil: string
/** The same code at an unlisted address. */
let copy: string
let trick: string
beforeAll(async () => {
  net = await startTestnet()
  const codes = compileFakes()
  evil = await net.deploy(codes['Evil'] ?? '')
  copy = await net.deploy(codes['Evil'] ?? '')
  const usdt = net.chain.tokens[0]?.contract ?? ''
  trick = await net.deploy(`${codes['Trick']}${rawAddress(usdt).slice(2).padStart(64, '0')}`)
  await net.faucet.pay(ETH, trick, 1_000n * WEI)
  await net.faucet.pay(USDT, trick, 1_000n * ONE)
  const tokens = [...net.chain.tokens, { currency: EVIL, contract: getAddress(evil), decimals: 6 }]
  chain = { ...net.chain, tokens }
  testChains = await openTestChains([chain])
})
afterAll(async () => {
  await testChains.close()
  await net.stop()
})

function selector(signature: string): string {
  return `0x${hexOf(keccak_256(asciiBytes(signature))).slice(0, 8)}`
}

function call(contract: string, name: string, to: string, value: bigint) {
  const data = `${selector(`${name}(address,uint256)`)}${to.slice(2).padStart(64, '0')}${value.toString(16).padStart(64, '0')}`
  return net.send({ to: contract, data, gas: '0x7a120' })
}

const tokenOf = (currency: number) =>
  net.chain.tokens.find((one) => one.currency === currency)?.contract ?? ''

type Fake = [what: string, play: (to: string) => Promise<unknown>]

const fakes: Fake[] = [
  ['a token of the same code at another address', (to) => call(copy, 'honest', to, ONE)],
  ...['phantom', 'twice', 'huge', 'fourTopics', 'twoTopics', 'dirtyTo'].map((name): Fake => [
    `an unlisted token’s ${name}`,
    (to) => call(copy, name, to, ONE),
  ]),
  ...[
    'phantom',
    'huge',
    'fromUs',
    'toItself',
    'silent',
    'zero',
    'fourTopics',
    'twoTopics',
    'otherTopic',
    'noData',
    'shortData',
    'longData',
    'dirtyTo',
    'dirtyFrom',
  ].map((name): Fake => [`a listed token’s ${name}`, (to) => call(evil, name, to, ONE)]),
  ['no value at all', (to) => net.send({ to, value: '0x0' })],
  ['a transfer of nothing', (to) => call(tokenOf(USDC), 'transfer', to, 0n)],
  ['a transfer without the money', (to) => call(tokenOf(USDC), 'transfer', to, ONE)],
  ['an approval', (to) => call(tokenOf(USDT), 'approve', to, ONE)],
  ['a mint by a stranger', (to) => call(tokenOf(USDT), 'mint', to, ONE)],
  ...[
    'payThenFail',
    'payInsideFailure',
    'payBeyond',
    'tokenThenFail',
    'tokenInsideFailure',
    'tokenTooMuch',
    'delegated',
    'looked',
    'called',
  ].map((name): Fake => [`a contract’s ${name}`, (to) => call(trick, name, to, ONE)]),
  [
    'coin put there outside any transaction',
    (to) => net.rpc.call(z.unknown(), 'anvil_addBalance', to, '0xde0b6b3a7640000'),
  ],
  ['the address in a data field', (to) => net.send({ to: copy, data: to, gas: '0x7a120' })],
  [
    'a contract made with value by a call that fails',
    (to) => net.send({ data: `0xfe${to.slice(2)}`, value: '0x1', gas: '0x7a120' }),
  ],
]

test(`[T7] none of ${fakes.length} fake deposits is credited`, async () => {
  expect(fakes.length).toBeGreaterThanOrEqual(30)
  for (const [i, [, play]] of fakes.entries()) {
    const { address } = await testChains.chains.depositAddress(100 + i, chain.id)
    await play(rawAddress(address))
  }
  await net.mine(3)
  await testChains.chains.idle()
  const { db } = testChains.test.database
  for (const [i, [what]] of fakes.entries()) {
    const query = { userId: 100 + i, currency: null, page: 0, pageSize: 9 }
    expect((await depositsOf(db, query)).list, what).toEqual([])
  }
  expect(testChains.chains.find(chain.id)).toMatchObject({ haltedBecause: null, head: await net.height() })
  expect(await findings(testChains, chain)).toEqual([])
})

test('[T7] a token that keeps a part, or logs a transfer twice, is credited by what really arrived', async () => {
  const { address } = await testChains.chains.depositAddress(1, chain.id)
  for (const name of ['honest', 'taxed', 'twice']) {
    await call(evil, name, rawAddress(address), 10n * ONE)
    await testChains.chains.idle()
  }
  await net.mine(3)
  await testChains.chains.idle()
  const { list } = await depositsOf(testChains.test.database.db, {
    userId: 1,
    currency: null,
    page: 0,
    pageSize: 9,
  })
  expect(list.map((one) => one.raw).toSorted((a, b) => Number(a - b))).toEqual([
    9n * ONE,
    10n * ONE,
    10n * ONE,
  ])
  expect(await testChains.real(1, EVIL)).toBe(2_900_000_000n)
  expect(await findings(testChains, chain)).toEqual([])
})

test('coin sent by contracts is credited where the nodes trace, a destroyed contract’s too', async () => {
  const { address } = await testChains.chains.depositAddress(2, chain.id)
  await call(trick, 'pay', rawAddress(address), 2n * WEI)
  await call(trick, 'destroy', rawAddress(address), 3n * WEI)
  await net.mine(3)
  await testChains.chains.idle()
  expect(await testChains.real(2, ETH)).toBe(500_000_000n)
  expect(await findings(testChains, chain)).toEqual([])
})

test('without traces it is not credited, and a higher balance alone credits nobody', async () => {
  const blind = { ...chain, id: 90, traces: false }
  await inHarbour({ chains: [blind] }, async (other) => {
    const { address } = await other.chains.depositAddress(1, blind.id)
    await call(trick, 'pay', rawAddress(address), 2n * WEI)
    await call(trick, 'destroy', rawAddress(address), 3n * WEI)
    await net.mine(3)
    await other.chains.idle()
    expect(await other.real(1, ETH)).toBe(0n)
    expect(other.chains.find(90)?.haltedBecause).toBe(null)
  })
})
