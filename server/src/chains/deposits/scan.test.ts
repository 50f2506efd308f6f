import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { depositsOf } from './depositStore.ts'
import { type NodeDouble, nodeDouble } from '../node.testing.ts'
import type { Block } from '../node/blocks.ts'
import { chainNode } from '../node/node.ts'
import { NodeUnreachable, RpcRefusal } from '../node/rpc.ts'
import { movesIn } from './scan.ts'
import { watchedAddresses } from './watched.ts'
import { type TestChains, openTestChains, startTestnet, type Testnet } from '../testnet.testing.ts'

const USDT = 1
/** Faults of a node: its state is one block behind, or some receipts are missing. */
let fault: 'state' | 'receipts' | null = null
let net: Testnet
let double: NodeDouble
let testChains: TestChains
beforeAll(async () => {
  net = await startTestnet()
  const pass = (method: string, params: unknown[]) => net.rpc.call(z.unknown(), method, ...params)
  double = await nodeDouble(async (method, params) => {
    if (fault === 'state') {
      const behind = `0x${((await net.height()) - 1).toString(16)}`
      const isOfBatch = (double.requests.at(-1) ?? 0) > 1
      if (method === 'eth_blockNumber' && isOfBatch) return behind
      if (method === 'eth_call' && params[1] !== 'latest') throw new RpcRefusal(-32_000, 'header not found')
      if (method === 'eth_call') return pass(method, [params[0], behind])
    }
    const answer = await pass(method, params)
    return fault === 'receipts' && method === 'eth_getBlockReceipts' ? (answer as unknown[]).slice(1) : answer
  })
  testChains = await openTestChains([{ ...net.chain, rpc: [double.url] }])
})
afterAll(async () => {
  await testChains.close()
  double.close()
  await net.stop()
})

test.each(['state', 'receipts'] as const)(
  'a node that knows a block but not all its %s is asked again, and the deposit is whole',
  async (what) => {
    const userId = what === 'state' ? 1 : 2
    const deposits = async () =>
      (await depositsOf(testChains.test.database.db, { userId, currency: null, page: 0, pageSize: 9 })).list
    const { address } = await testChains.chains.depositAddress(userId, net.chain.id)
    await net.faucet.pay(USDT, address, 5_000_000n)
    fault = what
    await testChains.chains.idle()
    const { haltedBecause, head } = testChains.chains.find(net.chain.id) ?? {}
    fault = null
    expect([haltedBecause, head]).toEqual(['unreachable', (await net.height()) - 1])
    expect(await deposits()).toEqual([])
    await testChains.chains.idle()
    expect(testChains.chains.find(net.chain.id)?.haltedBecause).toBe(null)
    expect(await deposits()).toMatchObject([{ raw: 5_000_000n, amount: 500_000_000n }])
  },
)

test('a block is not read while a node lacks a trace, but on the sandbox’s own chain', async () => {
  const [ours, stranger] = ['2', '1'].map((digit) => `0x${digit.repeat(40)}`) as [string, string]
  const hash = `0x${'a'.repeat(64)}`
  const transactions = [{ hash, from: stranger, to: stranger, value: 1n }]
  const block: Block = { number: 7, hash, parentHash: `0x${'d'.repeat(64)}`, timestamp: 1, transactions }
  const node = await nodeDouble(() => [{ txHash: hash }])
  try {
    const read = (isTest: boolean) =>
      movesIn(
        {
          chain: { ...net.chain, tokens: [], traces: true, isTest },
          node: chainNode({ urls: () => [node.url], keepsStates: true }),
          watched: watchedAddresses(net.chain.coinType, ours),
          reader: testChains.test.database.db,
        },
        block,
      )
    await expect(read(false)).rejects.toThrow('no traces of block 7')
    expect(await read(true)).toEqual([])
  } finally {
    node.close()
  }
})

test('a block is not read while a node lacks the receipt of any of its transactions', async () => {
  const ours = `0x${'2'.repeat(40)}`
  const hashOf = (digit: string) => `0x${digit.repeat(64)}`
  const transactions = ['a', 'b'].map((digit, i) => {
    return { hash: hashOf(digit), from: `0x${'1'.repeat(40)}`, to: ours, value: BigInt(i + 1) }
  })
  const block: Block = { number: 7, hash: hashOf('c'), parentHash: hashOf('d'), timestamp: 1, transactions }
  const receipts = transactions.map((one) => {
    const status = { status: '0x1', gasUsed: '0x1', effectiveGasPrice: '0x1', logs: [] }
    return { transactionHash: one.hash, blockHash: block.hash, blockNumber: '0x7', from: one.from, ...status }
  })
  let told: unknown[] = []
  const node = await nodeDouble((method) => (method === 'eth_getBlockReceipts' ? told : null))
  try {
    const watched = watchedAddresses(net.chain.coinType, ours)
    const deps = {
      chain: { ...net.chain, tokens: [], traces: false },
      node: chainNode({ urls: () => [node.url], keepsStates: true }),
      watched,
      reader: testChains.test.database.db,
    }
    for (told of [[], receipts.slice(0, 1), receipts.slice(1)]) {
      await expect(movesIn(deps, block)).rejects.toThrow(NodeUnreachable)
    }
    told = receipts
    expect((await movesIn(deps, block)).map(({ raw }) => raw)).toEqual([1n, 2n])
  } finally {
    node.close()
  }
})
