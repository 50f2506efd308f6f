import { sql } from 'kysely'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { assert } from '@tickmark/core/assert'
import { currencyById } from '@tickmark/core/money/currencies'
import { transact } from '../../db/transact.ts'
import { fundAgain, fundPoolAgain } from '../../ledger/grants.ts'
import { houseBalance } from '../../ledger/store.ts'
import { spelledAddress } from '../node/addresses.ts'
import { chainNode } from '../node/node.ts'
import { findings, type TestChains, HOT, inHarbour } from '../testnet.testing.ts'
import contracts from './contracts.json' with { type: 'json' }
import { compileSandbox } from './contracts.testing.ts'
import { SANDBOX_CHAIN, startSandboxChain } from './sandboxChain.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tickmark-sandbox-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const TYPES = [1, 2, 3].map((currency) => SANDBOX_CHAIN.id * 32 + currency)

/** Lets seconds pass, one beat each. */
async function pass(testChains: TestChains, seconds: number): Promise<void> {
  for (let i = 0; i < seconds; i++) {
    testChains.clock.advance(1_000)
    await testChains.chains.idle()
  }
}

test('the shipped contracts are what the compiler makes of their sources', () => {
  expect(compileSandbox()).toEqual(contracts)
})

test('the money given away is a real transaction that is credited after some seconds; the house’s money is on the chain, too', async () => {
  await inHarbour({ sandboxFolder: folder, isFunded: true }, async (testChains) => {
    const { db } = testChains.test.database
    await testChains.chains.start()
    await pass(testChains, 5)
    expect(testChains.chains.find(SANDBOX_CHAIN.id)).toMatchObject({
      haltedBecause: null,
      hot: spelledAddress(HOT, 'evm'),
    })
    const node = testChains.chains.node(SANDBOX_CHAIN.id)
    expect(await findings(testChains, SANDBOX_CHAIN)).toEqual([])

    const { address } = await testChains.chains.depositAddress(7, SANDBOX_CHAIN.id)
    await Promise.all(TYPES.map((type) => testChains.chains.sendTestMoney(type, address)))
    await pass(testChains, 5)
    const real = await Promise.all([1, 2, 3].map((currency) => testChains.real(7, currency)))
    expect(real).toEqual([100_000_000_000n, 100_000_000_000n, 50_000_000n])
    expect(await findings(testChains, SANDBOX_CHAIN)).toEqual([])

    const head = await node.headNumber()
    const held = await node.balance(HOT, null)
    await pass(testChains, 9)
    expect(await node.headNumber()).toBeLessThan(head + SANDBOX_CHAIN.confirmations + 2)
    const still = await node.headNumber()
    await pass(testChains, 9)
    expect(await node.headNumber()).toBe(still)
    expect(await houseBalance(db, 'real', 1, 'inventory')).toBe(100_000_000_000_000n)

    await testChains.chains.stop()
    const next = testChains.another()
    await next.idle()
    expect(next.find(SANDBOX_CHAIN.id)).toMatchObject({ haltedBecause: null, head: still })
    expect(await next.node(SANDBOX_CHAIN.id).balance(HOT, null)).toBe(held)
  })
})

/** What the hot address holds of a token, in its smallest unit. */
const real = ({ chains }: TestChains, contract: string) =>
  chains.node(SANDBOX_CHAIN.id).tokenBalance(contract, HOT, null)

test('later funding of the house is also paid on the chain, and booked once', async () => {
  await inHarbour({ sandboxFolder: folder, isFunded: true }, async (testChains) => {
    const { db } = testChains.test.database
    await testChains.chains.start()
    await pass(testChains, 5)
    const before = await testChains.chains.node(SANDBOX_CHAIN.id).balance(HOT, null)
    const ether = currencyById(3)
    assert(ether, 'there is ether')
    const dollars = () => real(testChains, SANDBOX_CHAIN.tokens[0]?.contract ?? '')
    const dollarsBefore = await dollars()
    await transact(db, (tx) => fundAgain(tx, ether, 300n * 10n ** 8n, 2))
    await transact(db, (tx) => fundPoolAgain(tx, 1_000_000n * 10n ** 8n, 2))
    await pass(testChains, 6)
    expect((await dollars()) - dollarsBefore).toBe(1_000_000n * 10n ** 6n)
    expect(await houseBalance(db, 'real', 1, 'lending')).toBe(2_000_000n * 10n ** 8n)
    const after = await testChains.chains.node(SANDBOX_CHAIN.id).balance(HOT, null)
    expect(after - before).toBe(300n * 10n ** 18n)
    expect(await houseBalance(db, 'real', 3, 'inventory')).toBe(300n * 10n ** 8n)
    expect(await findings(testChains, SANDBOX_CHAIN)).toEqual([])
  })
})

test('an empty database reads an older chain, and funds it only as far as needed', async () => {
  for (const round of [1, 2]) {
    await inHarbour({ sandboxFolder: folder, isFunded: true }, async (testChains) => {
      await testChains.chains.start()
      await pass(testChains, 2)
      const node = testChains.chains.node(SANDBOX_CHAIN.id)
      expect(testChains.chains.find(SANDBOX_CHAIN.id)?.haltedBecause).toBe(null)
      expect(await node.balance(HOT, null)).toBe(600n * 10n ** 18n)
      const { address } = await testChains.chains.depositAddress(round, SANDBOX_CHAIN.id)
      for (let i = 0; i < 6; i++) {
        await testChains.chains.sendTestMoney(TYPES[2] ?? 0, address)
        await pass(testChains, 4)
      }
      expect(await findings(testChains, SANDBOX_CHAIN)).toEqual([])
    })
  }
})

test('a kill of everything loses nothing that was saved, and leaves no process behind', async () => {
  const payee = `0x${'ab'.repeat(20)}`
  const keeper = spawn(
    process.execPath,
    [join(import.meta.dirname, 'supervisor.testing.ts'), folder, payee],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const said = String((await once(keeper.stdout, 'data'))[0])
  const [url = '', head = ''] = said.trim().split(' ')
  const before = chainNode({ urls: () => [url], keepsStates: true })
  expect(await before.headNumber()).toBe(Number(head))
  keeper.kill('SIGKILL')
  await expect.poll(() => before.headNumber().catch(() => 'gone'), { timeout: 150_000 }).toBe('gone')
  const again = await startSandboxChain(folder)
  try {
    expect(again.savedHead()).toBe(Number(head))
    const node = chainNode({ urls: () => [again.url], keepsStates: true })
    const contract = SANDBOX_CHAIN.tokens[0]?.contract ?? ''
    expect(await node.tokenBalance(contract, payee, again.savedHead())).toBe(1n)
    expect(await node.balance(payee, null)).toBe(1n)
  } finally {
    await again.stop()
  }
})

test('when its lock is lost the chain ends, and starts again from its saved state', async () => {
  await inHarbour({ sandboxFolder: folder, isFunded: true }, async (testChains) => {
    const { address } = await testChains.chains.depositAddress(1, SANDBOX_CHAIN.id)
    await testChains.chains.sendTestMoney(TYPES[0] ?? 0, address)
    await testChains.chains.idle()
    const { head } = testChains.chains.find(SANDBOX_CHAIN.id) ?? {}
    const url = testChains.chains.rpcUrl(SANDBOX_CHAIN.id)
    await sql`
      select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and granted and database = (
        select oid from pg_database where datname = current_database())`.execute(testChains.test.database.db)
    const urlNow = () => testChains.chains.idle().then(() => testChains.chains.rpcUrl(SANDBOX_CHAIN.id))
    await expect.poll(urlNow, { timeout: 150_000 }).not.toBe(url)
    expect(testChains.chains.find(SANDBOX_CHAIN.id)).toMatchObject({ haltedBecause: null, head })
    expect(await findings(testChains, SANDBOX_CHAIN)).toEqual([])
  })
})

test('a faucet request while the chain starts is paid as soon as it runs', async () => {
  await inHarbour({ sandboxFolder: folder, isFunded: true }, async (testChains) => {
    await testChains.chains.stop()
    const next = testChains.another()
    expect(next.find(SANDBOX_CHAIN.id)?.haltedBecause).toBe('starting')
    const { address } = await next.depositAddress(1, SANDBOX_CHAIN.id)
    await next.start()
    const given = await Promise.all(TYPES.map((type) => next.sendTestMoney(type, address)))
    expect(new Set(given.map(({ txid }) => txid)).size).toBe(TYPES.length)
    expect(await next.node(SANDBOX_CHAIN.id).balance(address, null)).toBe(5n * 10n ** 17n)
  })
})

test('a faucet payment that the chain rejects is refused, and is no failure of ours', async () => {
  await inHarbour({ sandboxFolder: folder }, async (testChains) => {
    const token = SANDBOX_CHAIN.tokens[0]?.contract ?? ''
    await expect(testChains.chains.sendTestMoney(TYPES[2] ?? 0, token)).rejects.toThrow('network_halted')
  })
})

test('when it cannot start the chain is halted, and says so; addresses are given all the same', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  await inHarbour({ sandboxFolder: join(file, 'below') }, async (testChains) => {
    expect(testChains.chains.find(SANDBOX_CHAIN.id)).toMatchObject({
      haltedBecause: 'not_running',
      head: null,
    })
    expect((await testChains.chains.depositAddress(1, SANDBOX_CHAIN.id)).address).toMatch(/^0x/)
    await expect(testChains.chains.sendTestMoney(TYPES[0] ?? 0, HOT)).rejects.toThrow('network_halted')
  })
})

test('without the signer no money moves; once the signer is there, it does', async () => {
  let isThere = false
  await inHarbour(
    {
      sandboxFolder: folder,
      publicKeys: async () => {
        if (!isThere) throw new Error('not yet')
        return { chains: [{ id: SANDBOX_CHAIN.id, hot: HOT }], xpubs: [] }
      },
    },
    async (testChains) => {
      expect(testChains.chains.find(SANDBOX_CHAIN.id)).toMatchObject({ haltedBecause: 'starting', hot: null })
      await expect(testChains.chains.depositAddress(1, SANDBOX_CHAIN.id)).rejects.toThrow('network_halted')
      isThere = true
      await testChains.chains.idle()
      expect(testChains.chains.find(SANDBOX_CHAIN.id)).toMatchObject({ haltedBecause: null, hot: HOT })
    },
  )
})
