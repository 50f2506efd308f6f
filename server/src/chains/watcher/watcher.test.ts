import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/database.testing.ts'
import { available } from '../../ledger/store.ts'
import { recordEvents, type RecordedEvents } from '../../module/events.testing.ts'
import type { Block } from '../node/blocks.ts'
import type { Chain } from '../node/network.ts'
import { depositsOf } from '../deposits/depositStore.ts'
import type { ChainNode, Holder } from '../node/node.ts'
import { SANDBOX_CHAIN } from '../sandbox/sandboxChain.ts'
import { blockHash, chainState, heldInAll, lastBlock } from '../deposits/store.ts'
import { OtherChain, readChain, type WatcherDeps } from './watcher.ts'

const ETH = 3
const USER = 1
const [HOT, OURS, STRANGER] = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(40)}`) as [
  string,
  string,
  string,
]
const FIRST = 10
const chain: Chain = {
  ...SANDBOX_CHAIN,
  id: 77,
  confirmations: 3,
  tokens: [],
  traces: false,
  firstBlock: FIRST,
}

interface Payment {
  from: string
  to: string
  wei: bigint
}

/** A chain of blocks that the test writes, served by nodes that never fail. */
let blocks: Block[]
/** Runs before a node returns a block, so that the chain can change in the middle of a pass. */
let onBlock: (number: number) => Promise<void> | void
let made: TestDatabase
let deps: WatcherDeps
let events: RecordedEvents
beforeEach(async () => {
  made = await createTestDatabase()
  chain.firstBlock = FIRST
  blocks = []
  onBlock = () => {}
  add([])
  events = recordEvents()
  deps = {
    db: made.database.db,
    chain,
    node: paperNode as ChainNode,
    watched: {
      ownerOf: (address) => (address === OURS ? USER : address === HOT ? 0 : undefined),
      refresh: async () => {},
    },
    hot: HOT,
    nowMs: () => 0,
    events,
  }
})
afterEach(() => made.close())

function add(payments: readonly Payment[] = []): void {
  const number = chain.firstBlock + blocks.length
  const parentHash = blocks.at(-1)?.hash ?? `0x${'0'.repeat(64)}`
  const transactions = payments.map(({ from, to, wei }) => ({ hash: newHash(), from, to, value: wei }))
  blocks.push({ number, hash: newHash(), parentHash, timestamp: number, transactions })
}
const newHash = () => `0x${randomBytes(32).toString('hex')}`

/** Replaces the newest blocks with as many empty ones, and adds one. */
function replace(depth: number): void {
  blocks.splice(blocks.length - depth, depth)
  for (let i = 0; i <= depth; i++) add()
}

const paperNode: Partial<ChainNode> = {
  headNumber: async () => blocks.at(-1)?.number ?? 0,
  blockHash: async (number) => blocks[number - chain.firstBlock]?.hash ?? null,
  async block(number) {
    await onBlock(number)
    return blocks[number - chain.firstBlock] ?? null
  },
  holdings: async (holders) => holders.map(() => 0n),
  async receiptsOf(hash) {
    const block = blocks.find((one) => one.hash === hash)
    return (block?.transactions ?? []).map((one) => ({
      transactionHash: one.hash,
      blockHash: hash,
      blockNumber: block?.number ?? 0,
      status: 1,
      from: one.from,
      gasUsed: 21_000n,
      effectiveGasPrice: 1n,
      l1Fee: 0n,
      logs: [],
    }))
  },
}

const paid = { from: STRANGER, to: OURS, wei: 10n ** 18n }
const newest = async () => (await lastBlock(deps.db, chain.id))?.hash
const haltedBecause = async () => (await chainState(deps.db, chain.id))?.haltedBecause
const balance = () => available(deps.db, USER, 'real', ETH)
async function states(): Promise<string[]> {
  const page = await depositsOf(deps.db, { userId: USER, currency: null, page: 0, pageSize: 9 })
  return page.list.map((one) => one.state)
}

test('a chain that changes between two blocks of one pass is followed in that pass, and nothing of the old chain remains', async () => {
  for (let i = 0; i < 6; i++) add(i === 1 ? [paid] : [])
  onBlock = (number) => {
    if (number !== 14) return
    onBlock = () => {}
    replace(5)
  }
  await readChain(deps)
  // Reads up to the head at the start of the pass; one more block came since.
  const read = blocks.slice(0, -1)
  expect(await newest()).toBe(read.at(-1)?.hash)
  for (const { number, hash } of read) expect(await blockHash(deps.db, chain.id, number)).toBe(hash)
  expect([await states(), await balance()]).toEqual([['orphaned'], 0n])
  expect(await heldInAll(deps.db, chain.id)).toEqual(new Map())
  expect(await haltedBecause()).toBeNull()
})

test('a deposit is credited when its block and those on top equal the confirmations, and not one earlier', async () => {
  add([paid])
  add()
  await readChain(deps)
  expect([await states(), await balance()]).toEqual([['seen'], 0n])
  add()
  await readChain(deps)
  expect([await states(), await balance()]).toEqual([['credited'], 100_000_000n])
})

test('pages are told of each step of a deposit, and of none of the house’s own', async () => {
  const told = () =>
    events
      .of('deposits_changed')
      .flatMap(({ deposits }) => deposits.map((one) => `${one.userId} ${one.state}`))
  add([paid, { ...paid, to: HOT }])
  await readChain(deps)
  expect(told()).toEqual(['1 seen'])
  replace(1)
  await readChain(deps)
  expect(told()).toEqual(['1 seen', '1 orphaned'])
  add([paid])
  for (let i = 1; i < chain.confirmations; i++) add()
  await readChain(deps)
  expect(told().slice(2)).toEqual(['1 seen', '1 credited'])
  expect(events.of('deposits_credited')).toMatchObject([{ network: chain.name, atMs: 0 }])
})

test('a house that has many blocks to read credits every 16th block, not only at the end', async () => {
  add([paid])
  for (let i = 0; i < 25; i++) add()
  const credited: number[] = []
  onBlock = async (number) => {
    if ((await balance()) > 0n) credited.push(number)
  }
  await readChain(deps)
  expect(credited[0]).toBe(17)
})

test('the last 1,024 blocks are kept for a chain that changes, and older ones are dropped every 256 blocks', async () => {
  chain.firstBlock = 1_278
  blocks = []
  for (let i = 0; i < 2; i++) add()
  await sql`insert into chain_block values (77, 254, 'a'), (77, 255, 'b'), (77, 256, 'c')`.execute(deps.db)
  const old = () => Promise.all([254, 255, 256].map((number) => blockHash(deps.db, chain.id, number)))
  await readChain(deps)
  expect(await old()).toEqual(['a', 'b', 'c'])
  add()
  await readChain(deps)
  expect(await old()).toEqual([null, null, 'c'])
})

test.each([
  ['a real network that begins later', false, 10, [7n, 20n]],
  ['a real network from its first block on', false, 0, []],
  ['the sandbox’s own chain', true, 10, []],
])(
  'what the paying address held at the beginning is recorded of %s',
  async (_what, isTest, firstBlock, held) => {
    const asked: unknown[] = []
    deps.chain = { ...chain, isTest, firstBlock, tokens: SANDBOX_CHAIN.tokens.slice(0, 1) }
    chain.firstBlock = firstBlock
    blocks = []
    add()
    deps.node = {
      ...paperNode,
      async holdings(holders: readonly Holder[], number: number | null) {
        asked.push(number, ...holders.map((one) => one.contract))
        return [20n, 7n]
      },
    } as ChainNode
    await readChain(deps)
    const found = await heldInAll(deps.db, chain.id)
    expect([found.get(1), found.get(ETH)].filter((raw) => raw !== undefined)).toEqual(held)
    expect(asked).toHaveLength(held.length === 0 ? 0 : 3)
    if (held.length > 0) expect(asked.slice(0, 2)).toEqual([firstBlock, null])
  },
)

test.each([
  ['a payment of ours', { from: HOT, to: STRANGER, wei: 5n }],
  ['a deposit', paid],
])('%s that leaves the chain halts it exactly when it had its confirmations', async (_what, payment) => {
  add([payment])
  for (let i = 1; i < chain.confirmations - 1; i++) add()
  await readChain(deps)
  replace(chain.confirmations - 1)
  await readChain(deps)
  expect(await haltedBecause()).toBeNull()
  add([payment])
  for (let i = 1; i < chain.confirmations; i++) add()
  await readChain(deps)
  replace(chain.confirmations)
  await readChain(deps)
  expect(await haltedBecause()).toBe('reorganised')
})

test('empty blocks may disappear at any recorded depth; a halted chain is not read', async () => {
  for (let i = 0; i < 20; i++) add()
  await readChain(deps)
  replace(15)
  await readChain(deps)
  expect([await newest(), await haltedBecause()]).toEqual([blocks.at(-1)?.hash, null])
  add([paid])
  add()
  add()
  await readChain(deps)
  replace(3)
  await readChain(deps)
  const halted = await newest()
  add()
  await readChain(deps)
  expect([await newest(), await haltedBecause()]).toEqual([halted, 'reorganised'])
})

test('a chain without any of the recorded blocks is another chain', async () => {
  add()
  await readChain(deps)
  blocks = []
  for (let i = 0; i < 4; i++) add()
  await expect(readChain(deps)).rejects.toThrow(OtherChain)
})
