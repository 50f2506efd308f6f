import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { houseBalance } from '../../ledger/store.ts'
import { recordEvents } from '../../module/events.testing.ts'
import { silentLog } from '../../platform/log.ts'
import { START_MS } from '../../orders/orders.testing.ts'
import { depositsOf } from '../deposits/depositStore.ts'
import { ReadElsewhere } from '../deposits/store.ts'
import {
  findings,
  type TestChains,
  HOT,
  inHarbour,
  openTestChains,
  startTestnet,
  type Testnet,
} from '../testnet.testing.ts'
import { watchedAddresses } from '../deposits/watched.ts'
import { readChain } from '../watcher/watcher.ts'

const [USDT, USDC, ETH] = [1, 2, 3] as const
let net: Testnet
let testChains: TestChains
beforeAll(async () => {
  net = await startTestnet()
  testChains = await openTestChains([net.chain])
})
afterAll(async () => {
  await testChains.close()
  await net.stop()
})

async function addressOf(userId: number): Promise<string> {
  return (await testChains.chains.depositAddress(userId, net.chain.id)).address
}

async function listOf(userId: number) {
  const query = { userId, currency: null, page: 0, pageSize: 50 }
  return (await depositsOf(testChains.test.database.db, query)).list
}

test('the first call makes an address, later calls return it, and each user has another', async () => {
  const both = await Promise.all([addressOf(1), addressOf(1), addressOf(2)])
  expect(both[0]).toBe(both[1])
  expect(both[2]).not.toBe(both[0])
  expect(await addressOf(1)).toBe(both[0])
  expect((await testChains.chains.depositAddress(1, net.chain.id)).path).toMatch(/^m\/44'\/60'\/0'\/0\/\d+$/)
  expect(
    await Promise.all([both[0] ?? '', HOT, `0x${'12'.repeat(20)}`].map(testChains.chains.isOurs)),
  ).toEqual([true, true, false])
})

test('a server that starts before its signer asks for its keys every second until it has them, and warns once', async () => {
  let [asked, isThere] = [0, false]
  const warned: string[] = []
  const publicKeys = async () => {
    asked++
    if (!isThere) throw new Error('not yet')
    return { chains: [{ id: net.chain.id, hot: HOT }], xpubs: [] }
  }
  const log = { ...silentLog(), warn: (message: string) => void warned.push(message) }
  await inHarbour({ chains: [net.chain], publicKeys, log }, async ({ chains, clock }) => {
    await chains.start()
    const begun = asked
    const afterSecond = <T>(read: () => T) =>
      expect.poll(() => (clock.advance(1_000), read()), { timeout: 150_000 })
    await afterSecond(() => asked).toBeGreaterThan(begun + 2)
    isThere = true
    await afterSecond(() => chains.find(net.chain.id)?.hot).toBe(HOT)
    const known = asked
    clock.advance(5_000)
    await chains.idle()
    expect(asked).toBe(known)
    expect(warned.filter((one) => one.includes('public keys'))).toHaveLength(1)
  })
})

test('coins and tokens are seen at once and credited with their last confirmation, each once', async () => {
  const to = await addressOf(3)
  testChains.told.length = 0
  await net.faucet.pay(USDT, to, 12_345_678n)
  await net.faucet.pay(USDC, to, 1_000_000n)
  await net.faucet.pay(ETH, to, 1_999_999_999_999_999_999n)
  await testChains.chains.idle()
  expect((await listOf(3)).map((one) => [one.currency, one.state, one.amount])).toHaveLength(3)
  expect(await testChains.real(3, USDT)).toBe(1_234_567_800n)
  expect(await testChains.real(3, USDC)).toBe(0n)
  await net.mine(1)
  await testChains.chains.idle()
  expect(await testChains.real(3, USDC)).toBe(100_000_000n)
  expect(await testChains.real(3, ETH)).toBe(0n)
  await net.mine(5)
  await testChains.chains.idle()
  await testChains.chains.idle()
  expect(await testChains.real(3, ETH)).toBe(199_999_999n)
  expect((await listOf(3)).map((one) => one.state)).toEqual(['credited', 'credited', 'credited'])
  expect(testChains.told.filter((one) => one === '3 credited')).toHaveLength(3)
  const network = net.chain.name
  expect(testChains.written.filter((one) => one.userId === 3).map((one) => one.facts)).toEqual([
    { amount: '12.345678', currency: 'USDT', network },
    { amount: '1', currency: 'USDC', network },
    { amount: '1.99999999', currency: 'ETH', network },
  ])
  expect(await findings(testChains, net.chain)).toEqual([])
})

test('a sum below the smallest unit of the books is recorded and not posted', async () => {
  const to = await addressOf(4)
  await net.faucet.pay(ETH, to, 9_999_999_999n)
  await net.mine(3)
  await testChains.chains.idle()
  expect(await listOf(4)).toMatchObject([{ raw: 9_999_999_999n, amount: 0n, posted: 0n, state: 'credited' }])
  expect(await testChains.real(4, ETH)).toBe(0n)
  expect(testChains.written.filter((one) => one.userId === 4)).toEqual([])
  expect(await findings(testChains, net.chain)).toEqual([])
})

test('money sent to the hot address is the house’s, booked as far as the books lack it', async () => {
  await testChains.endow(USDT, 5_000_000_000n)
  expect((await findings(testChains, net.chain)).map((one) => one.rule)).toEqual(['chain >= liabilities'])
  await net.faucet.pay(USDT, HOT, 50_000_000n)
  await net.faucet.pay(USDC, HOT, 7_000_000n)
  await net.mine(3)
  await testChains.chains.idle()
  const inventories = () =>
    Promise.all(
      [USDT, USDC].map((one) => houseBalance(testChains.test.database.db, 'real', one, 'inventory')),
    )
  expect(await inventories()).toEqual([0n, 700_000_000n])
  expect(await findings(testChains, net.chain)).toEqual([])
  await net.faucet.pay(USDT, HOT, 30_000_000n)
  await net.mine(3)
  await testChains.chains.idle()
  expect(await inventories()).toEqual([3_000_000_000n, 700_000_000n])
  expect(await findings(testChains, net.chain)).toEqual([])
  expect(testChains.told.filter((one) => one.startsWith('0 '))).toEqual([])
})

test('two servers at once credit once, and the one without the lock serves the same chain', async () => {
  const other = testChains.another()
  const to = await addressOf(5)
  await net.faucet.pay(USDT, to, 1_000_000n)
  await net.mine(3)
  await Promise.all([testChains.chains.idle(), other.idle(), testChains.chains.idle(), other.idle()])
  for (const one of [other, testChains.chains]) {
    expect(one.find(net.chain.id)).toMatchObject({ haltedBecause: null, head: expect.any(Number) as number })
  }
  expect(await testChains.real(5, USDT)).toBe(100_000_000n)
  expect((await other.depositAddress(5, net.chain.id)).address).toBe(to)
  await other.stop()
})

test('two watchers at the same blocks without any lock credit once', async () => {
  const to = await addressOf(5)
  for (let i = 0; i < 8; i++) await net.faucet.pay(USDC, to, 1_000_000n)
  await net.mine(3)
  const { db } = testChains.test.database
  const watch = async () => {
    const node = testChains.chains.node(net.chain.id)
    const watched = watchedAddresses(net.chain.coinType, HOT)
    const world = {
      db,
      chain: net.chain,
      node,
      watched,
      hot: HOT,
      nowMs: () => START_MS,
      events: recordEvents(),
    }
    // A watcher that finds a block already stored gives up and starts again, as a turn does.
    const hasRead = () =>
      readChain(world).then(
        () => true,
        (thrown: unknown) => {
          if (!(thrown instanceof ReadElsewhere)) throw thrown
          return false
        },
      )
    while (!(await hasRead()) || (await waiting()) > 0);
  }
  const waiting = async () => (await listOf(5)).filter((one) => one.state === 'seen').length
  await Promise.all([watch(), watch(), watch()])
  expect(await testChains.real(5, USDC)).toBe(800_000_000n)
  expect(await findings(testChains, net.chain)).toEqual([])
})

test('reading everything again from the first block changes nothing', async () => {
  const { db } = testChains.test.database
  const before = await Promise.all([1, 2, 3, 4, 5].map(listOf))
  await db.deleteFrom('chain_block').execute()
  // The database refuses this; it imitates a state restored from before the chain's first block.
  await sql`alter table chain_state disable trigger chain_states_stay`.execute(db)
  await db.deleteFrom('chain_state').execute()
  await sql`alter table chain_state enable trigger chain_states_stay`.execute(db)
  await testChains.chains.idle()
  expect(await Promise.all([1, 2, 3, 4, 5].map(listOf))).toEqual(before)
  expect(testChains.chains.find(net.chain.id)).toMatchObject({
    haltedBecause: null,
    head: await net.height(),
  })
  expect(await findings(testChains, net.chain)).toEqual([])
})
