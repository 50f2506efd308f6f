import { keccak_256 } from '@noble/hashes/sha3.js'
import { asciiBytes, hexOf } from '@tickmark/core/bytes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { bankrollFunds, houseBalance } from '../../ledger/store.ts'
import { approvedIn } from '../../operators/approved.testing.ts'
import { transact } from '../../db/transact.ts'
import { storedHalts } from '../console/consoleStore.ts'
import { chainResumeKind } from '../console/resumeChain.ts'
import { recordEvents } from '../../module/events.testing.ts'
import { START_MS } from '../../orders/orders.testing.ts'
import type { Chain } from '../node/network.ts'
import { type Deposit, depositsOf } from '../deposits/depositStore.ts'
import { compileFakes } from '../fakes.testing.ts'
import { NodeUnreachable } from '../node/rpc.ts'
import { nodeDouble } from '../node.testing.ts'
import { findings, type TestChains, HOT, inHarbour, startTestnet, type Testnet } from '../testnet.testing.ts'
import { watchedAddresses } from '../deposits/watched.ts'
import { readChain } from './watcher.ts'

const [USDT, USDC, ETH] = [1, 2, 3] as const
let net: Testnet
/** The same nodes as two networks, one with many confirmations, one with few. */
let slow: Chain
let fast: Chain
beforeAll(async () => {
  net = await startTestnet()
  slow = { ...net.chain, confirmations: 17 }
  fast = { ...net.chain, confirmations: 3 }
})
afterAll(() => net.stop())

async function depositOf({ test: { database } }: TestChains, userId: number): Promise<Deposit | undefined> {
  const page = await depositsOf(database.db, { userId, currency: null, page: 0, pageSize: 9 })
  expect(page.total).toBeLessThan(2)
  return page.list[0]
}

/** Two operators clear the halt of the network with few confirmations. */
async function resume({ test: { database }, chains, clock }: TestChains): Promise<void> {
  const [halt] = (await storedHalts(database.db)).values()
  const payload = { chain: fast.id, haltedAt: halt?.atMs ?? 0 }
  await transact(database.db, async (tx) => {
    const by = await approvedIn(tx, 'chain.resume', payload, clock.nowMs())
    await chainResumeKind(chains).execute(tx, payload, by)
  })
}

test('[T6] reorganisations of depth 1 to 16 below the confirmations: a deposit returns and is credited once', () =>
  inHarbour({ chains: [slow] }, async (testChains) => {
    for (let depth = 1; depth <= 16; depth++) {
      const currency = depth % 2 === 0 ? USDT : ETH
      const { address } = await testChains.chains.depositAddress(depth, slow.id)
      const raw = await net.signed(currency, address, 10n ** 12n)
      await net.sendRaw(raw)
      await net.mine(depth - 1)
      await testChains.chains.idle()
      const seen = await depositOf(testChains, depth)
      expect(seen).toMatchObject({ state: 'seen' })
      await net.reorganise(depth)
      await testChains.chains.idle()
      expect(await depositOf(testChains, depth)).toMatchObject({
        id: seen?.id,
        state: 'orphaned',
        posted: null,
      })
      await net.mine(3)
      await net.sendRaw(raw)
      await testChains.chains.idle()
      expect(await depositOf(testChains, depth)).toMatchObject({
        id: seen?.id,
        state: 'seen',
        orphanedAtMs: null,
      })
      await net.mine(17)
      await testChains.chains.idle()
      expect(await depositOf(testChains, depth)).toMatchObject({ id: seen?.id, state: 'credited' })
      expect(await testChains.real(depth, currency)).toBe(currency === USDT ? 10n ** 14n : 100n)
    }
    expect(testChains.chains.find(slow.id)?.haltedBecause).toBe(null)
    expect(await findings(testChains, slow)).toEqual([])
  }))

test('[T6] deeper than the confirmations: the chain halts, the house bears the loss, no user has less', () =>
  inHarbour({ chains: [fast] }, async (testChains) => {
    const { db } = testChains.test.database
    await testChains.endow(USDT, 10n ** 15n)
    const funds = await bankrollFunds(db)
    await net.faucet.pay(USDT, HOT, 10n ** 13n)
    await net.mine(20)
    const { address } = await testChains.chains.depositAddress(1, fast.id)
    const raw = await net.signed(USDT, address, 2_000_000n)
    await net.sendRaw(raw)
    await net.mine(5)
    await testChains.chains.idle()
    expect(await testChains.real(1, USDT)).toBe(200_000_000n)
    await net.reorganise(6)
    await testChains.chains.idle()
    expect(testChains.chains.find(fast.id)?.haltedBecause).toBe('reorganised')
    expect(await depositOf(testChains, 1)).toMatchObject({ state: 'lost', posted: 200_000_000n })
    expect(await testChains.real(1, USDT)).toBe(200_000_000n)
    expect(await houseBalance(db, 'real', USDT, 'bankroll')).toBe(10n ** 15n - 200_000_000n)
    expect(await findings(testChains, fast)).toEqual([])

    const head = testChains.chains.find(fast.id)?.head
    const other = await testChains.chains.depositAddress(2, fast.id)
    await net.faucet.pay(USDT, other.address, 1_000_000n)
    await net.mine(5)
    await testChains.chains.idle()
    expect(await depositOf(testChains, 2)).toBeUndefined()
    expect(testChains.chains.find(fast.id)?.head).toBe(head)

    await resume(testChains)
    await net.sendRaw(raw)
    await net.mine(5)
    await testChains.chains.idle()
    expect(testChains.chains.find(fast.id)?.haltedBecause).toBe(null)
    expect(await depositOf(testChains, 1)).toMatchObject({ state: 'credited' })
    expect(await depositOf(testChains, 2)).toMatchObject({ state: 'credited' })
    expect(await testChains.real(1, USDT)).toBe(200_000_000n)
    expect(await houseBalance(db, 'real', USDT, 'bankroll')).toBe(10n ** 15n)
    // What came back is no new money: the real book takes no more orders for it.
    expect(await bankrollFunds(db)).toEqual(funds)
    expect(await findings(testChains, fast)).toEqual([])
  }))

test('[T6] a loss beyond the house’s means still halts the chain and takes nothing from users; the audit names it', () =>
  inHarbour({ chains: [fast] }, async (testChains) => {
    const { address } = await testChains.chains.depositAddress(1, fast.id)
    const raw = await net.signed(USDT, address, 3_000_000n)
    await net.sendRaw(raw)
    await net.mine(4)
    await testChains.chains.idle()
    await net.reorganise(5)
    await testChains.chains.idle()
    expect(testChains.chains.find(fast.id)?.haltedBecause).toBe('reorganised')
    expect(await testChains.real(1, USDT)).toBe(300_000_000n)
    expect((await findings(testChains, fast)).map((one) => one.rule)).toEqual([
      'losses = postings',
      'chain >= liabilities',
    ])
    // The house gets back no loss that its books did not bear.
    await resume(testChains)
    await net.sendRaw(raw)
    await net.mine(5)
    await testChains.chains.idle()
    expect(await depositOf(testChains, 1)).toMatchObject({ state: 'credited', posted: 300_000_000n })
    expect(await houseBalance(testChains.test.database.db, 'real', USDT, 'bankroll')).toBe(0n)
    expect(await findings(testChains, fast)).toEqual([])
  }))

/** A call that pays `to` 0.000001 USDC up to a block, and `other` 0.001 USDT after it. */
async function turncoat(to: string, other: string, height: number): Promise<string> {
  const [usdt, usdc] = net.chain.tokens.map((one) => one.contract)
  const words = (...list: string[]) =>
    list.map((one) => one.slice(2).toLowerCase().padStart(64, '0')).join('')
  const contract = await net.deploy(`${compileFakes()['Turncoat']}${words(usdc ?? '', usdt ?? '')}`)
  await net.faucet.pay(USDT, contract, 1_000n)
  await net.faucet.pay(USDC, contract, 1n)
  const selector = hexOf(keccak_256(asciiBytes('pay(address,address,uint256)'))).slice(0, 8)
  return net.signedCall(contract, `0x${selector}${words(to, other, `0x${height.toString(16)}`)}`)
}

test.each(['the same user', 'another user'])(
  'a transaction that does another thing in another block is credited as what it did there, to %s',
  (whose) =>
    inHarbour({ chains: [slow] }, async (testChains) => {
      const first = await testChains.chains.depositAddress(1, slow.id)
      const next = await testChains.chains.depositAddress(2, slow.id)
      const [paid, other] = whose === 'another user' ? [2, next] : [1, first]
      const raw = await turncoat(first.address, other.address, (await net.height()) + 4)
      await net.sendRaw(raw)
      await testChains.chains.idle()
      expect(await depositOf(testChains, 1)).toMatchObject({ state: 'seen', currency: USDC, amount: 100n })
      await net.reorganise(1)
      await net.mine(3)
      await net.sendRaw(raw)
      await net.mine(17)
      await testChains.chains.idle()
      expect(await depositOf(testChains, paid)).toMatchObject({
        state: 'credited',
        currency: USDT,
        address: other.address.toLowerCase(),
        posted: 100_000n,
      })
      expect(await testChains.real(paid, USDT)).toBe(100_000n)
      for (const user of [1, 2]) expect(await testChains.real(user, USDC)).toBe(0n)
      expect(await findings(testChains, slow)).toEqual([])
    }),
)

test('a lost deposit that comes back changed stays lost, and the house does not get back what it bore', () =>
  inHarbour({ chains: [fast] }, async (testChains) => {
    const { db } = testChains.test.database
    await testChains.endow(USDC, 10n ** 6n)
    await net.faucet.pay(USDC, HOT, 10n ** 6n)
    await net.mine(20)
    const { address } = await testChains.chains.depositAddress(1, fast.id)
    const raw = await turncoat(address, address, (await net.height()) + 4)
    await net.sendRaw(raw)
    await net.mine(3)
    await testChains.chains.idle()
    expect(await testChains.real(1, USDC)).toBe(100n)
    await net.reorganise(4)
    await testChains.chains.idle()
    expect(await depositOf(testChains, 1)).toMatchObject({ state: 'lost', currency: USDC, posted: 100n })
    await resume(testChains)
    await net.mine(3)
    await net.sendRaw(raw)
    await net.mine(5)
    await testChains.chains.idle()
    expect(await depositOf(testChains, 1)).toMatchObject({ state: 'lost', currency: USDC, posted: 100n })
    expect([await testChains.real(1, USDC), await testChains.real(1, USDT)]).toEqual([100n, 0n])
    expect(await houseBalance(db, 'real', USDC, 'bankroll')).toBe(10n ** 6n - 100n)
    expect(await findings(testChains, fast)).toEqual([])
  }))

test('a deposit seen when the server died is credited by the next one', () =>
  inHarbour({ chains: [fast] }, async (testChains) => {
    const { address } = await testChains.chains.depositAddress(1, fast.id)
    await net.faucet.pay(ETH, address, 10n ** 18n)
    await testChains.chains.idle()
    expect(await depositOf(testChains, 1)).toMatchObject({ state: 'seen' })
    await testChains.chains.stop()
    await net.mine(9)
    const next = testChains.another()
    await next.idle()
    expect(await depositOf(testChains, 1)).toMatchObject({ state: 'credited' })
    expect(await testChains.real(1, ETH)).toBe(100_000_000n)
  }))

test('nodes that disagree halt the chain, an unreachable one is skipped, one of another chain is not read', async () => {
  const liar = await startTestnet()
  const nobody = 'http://127.0.0.1:9'
  /** Has our blocks, on a chain of another number. */
  const stranger = await nodeDouble((method, params) =>
    method === 'eth_chainId' ? '0x1' : net.rpc.call(z.unknown(), method, ...params),
  )
  try {
    await inHarbour(
      { chains: [{ ...fast, rpc: [...net.chain.rpc, ...liar.chain.rpc] }] },
      async (testChains) => {
        expect(testChains.chains.find(fast.id)).toMatchObject({ haltedBecause: 'nodes_disagree', head: null })
      },
    )
    await inHarbour({ chains: [{ ...fast, rpc: [nobody, ...net.chain.rpc] }] }, async (testChains) => {
      expect(testChains.chains.find(fast.id)).toMatchObject({ haltedBecause: null, head: await net.height() })
    })
    await inHarbour({ chains: [{ ...fast, rpc: [nobody] }] }, async (testChains) => {
      expect(testChains.chains.find(fast.id)).toMatchObject({ haltedBecause: 'unreachable', head: null })
    })
    await inHarbour({ chains: [{ ...fast, chainId: 1 }] }, async (testChains) => {
      expect(testChains.chains.find(fast.id)).toMatchObject({ haltedBecause: 'other_chain', head: null })
    })
    const urls = [...net.chain.rpc]
    await inHarbour(
      { chains: [{ ...fast, rpc: urls, firstBlock: await net.height() }] },
      async (testChains) => {
        const [own = ''] = net.chain.rpc
        const reasons: unknown[] = []
        for (const url of [own, nobody, stranger.url, own]) {
          urls[0] = url
          await testChains.chains.idle()
          reasons.push(testChains.chains.find(fast.id)?.haltedBecause)
        }
        expect(reasons).toEqual([null, 'unreachable', 'other_chain', null])
      },
    )
    await inHarbour({ chains: [fast] }, async (testChains) => {
      await testChains.chains.stop()
      await sql`update chain_state set origin_hash = ${`0x${'77'.repeat(32)}`}`.execute(
        testChains.test.database.db,
      )
      const next = testChains.another()
      await next.idle()
      expect(next.find(fast.id)?.haltedBecause).toBe('other_chain')
    })
  } finally {
    stranger.close()
    await liar.stop()
  }
})

test('nodes that lag behind earlier answers change nothing: no deposit is lost, the chain does not halt', () =>
  inHarbour({ chains: [fast] }, async (testChains) => {
    const { db } = testChains.test.database
    const { address } = await testChains.chains.depositAddress(1, fast.id)
    await net.faucet.pay(USDT, address, 5_000_000n)
    await net.mine(3)
    await testChains.chains.idle()
    expect(await depositOf(testChains, 1)).toMatchObject({ state: 'credited' })
    const honest = testChains.chains.node(fast.id)
    const known = (await net.height()) - 5
    const behind = {
      ...honest,
      blockHash: async (number: number) => (number > known ? null : honest.blockHash(number)),
    }
    const watched = watchedAddresses(fast.coinType, HOT)
    const common = {
      db,
      chain: fast,
      hot: HOT,
      watched,
      nowMs: () => START_MS,
      events: recordEvents(),
    }
    await readChain({ ...common, node: { ...honest, headNumber: async () => known } })
    expect(await depositOf(testChains, 1)).toMatchObject({ state: 'credited' })
    await expect(readChain({ ...common, node: behind })).rejects.toThrow(NodeUnreachable)
    expect(await depositOf(testChains, 1)).toMatchObject({ state: 'credited' })
    await testChains.chains.idle()
    expect(testChains.chains.find(fast.id)?.haltedBecause).toBe(null)
    expect(await findings(testChains, fast)).toEqual([])
  }))
