import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { rawAddress } from './node/addresses.ts'
import { auditChainMoves, auditHoldings } from './audit.ts'
import { chainNode } from './node/node.ts'
import {
  type TestChains,
  HOT,
  openTestChains,
  startTestnet,
  STRANGER,
  type Testnet,
  transferData,
} from './testnet.testing.ts'

const [USDT, ETH] = [1, 3] as const
let net: Testnet
let testChains: TestChains
beforeAll(async () => {
  net = await startTestnet()
  testChains = await openTestChains([net.chain])
  const { address } = await testChains.chains.depositAddress(1, net.chain.id)
  for (const to of [HOT, address]) {
    await net.faucet.pay(USDT, to, 5_000_000n)
    await net.faucet.pay(ETH, to, 10n ** 18n)
  }
  await settle()
})
afterAll(async () => {
  await testChains.close()
  await net.stop()
})

async function settle(): Promise<void> {
  await net.mine(2 * net.chain.confirmations)
  await testChains.chains.idle()
}

async function rules(): Promise<string[]> {
  const { db } = testChains.test.database
  const node = testChains.chains.node(net.chain.id)
  const findings = [
    ...(await auditChainMoves(db, [net.chain])),
    ...(await auditHoldings(db, net.chain, node)),
  ]
  return findings.map((one) => `${one.rule} ${one.where}`.replace(rawAddress(HOT), 'hot'))
}

test('an honest chain has no findings', async () => {
  expect(await rules()).toEqual([])
})

test('a node that stops answering midway adds a finding, and earlier findings stay', async () => {
  const { db } = testChains.test.database
  const silent = chainNode({ urls: () => ['http://127.0.0.1:9'], keepsStates: true })
  expect(await auditHoldings(db, net.chain, silent)).toEqual([
    expect.objectContaining({ where: net.chain.name, found: 'not asked, for no node answers' }),
  ])
})

test('one wei that is gone without a transaction is found', async () => {
  const held = await testChains.chains.node(net.chain.id).balance(HOT, null)
  const set = (wei: bigint) => net.rpc.call(z.unknown(), 'anvil_setBalance', HOT, `0x${wei.toString(16)}`)
  await set(held - 1n)
  await settle()
  expect(await rules()).toEqual([expect.stringMatching(/^held on chain 0x\w{40} ETH$/)])
  await set(held)
  await settle()
  expect(await rules()).toEqual([])
})

test('the smallest unbooked payment of the hot key is found, and its fee too', async () => {
  const token = net.chain.tokens[0]?.contract ?? ''
  await net.send({ from: HOT, to: rawAddress(token), data: transferData(STRANGER, 1n) })
  await settle()
  const ways = ['chain >= liabilities', 'outgoing = payouts']
  expect(new Set(await rules())).toEqual(new Set(ways.flatMap((one) => [`${one} ETH`, `${one} USDT`])))
})

test('a deposit row whose amount differs from its posting is found', async () => {
  const { db } = testChains.test.database
  const before = await rules()
  const first = await db
    .selectFrom('deposit')
    .selectAll()
    .where('currency', '=', USDT)
    .executeTakeFirstOrThrow()
  await db.updateTable('deposit').set({ posted: 1n }).where('id', '=', first.id).execute()
  expect((await rules()).filter((one) => !before.includes(one))).toEqual([
    `deposits = postings deposit ${first.id}`,
  ])
})
