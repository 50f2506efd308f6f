import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '@tickmark/server/db/pool'
import { createChains } from '@tickmark/server/chains/createChains'
import { launchAnvil } from '@tickmark/server/chains/sandbox/anvil'
import { FAUCET, openFaucet } from '@tickmark/server/chains/sandbox/faucet'
import { SANDBOX_CHAIN } from '@tickmark/server/chains/sandbox/sandboxChain'
import { systemClock } from '@tickmark/server/platform/clock'
import { rpcOf } from '@tickmark/server/chains/node/rpc'
import { silentLog } from '@tickmark/server/platform/log'
import { createEvents } from '@tickmark/server/module/events'
import { sql } from 'kysely'
import { median } from './support/load.ts'
import { startServer } from './support/server.ts'
import { argument, size } from './support/size.ts'

// Measures watching a chain: blocks of 300 transactions, half of them to 100,000 watched addresses. Compares it with
// only reading the same blocks.
// usage: node bench/watching.ts [blocks] [passes]

const BLOCKS = argument(1, 10, 1)
const PASSES = argument(2, 3, 1)
const WATCHED = size(100_000, 1_000)
const TRANSACTIONS = size(300, 20)
const HOT = `0x${'a1'.repeat(20)}`

const server = await startServer()
const folder = mkdtempSync(join(tmpdir(), 'tickmark-bench-chain-'))
const anvil = await launchAnvil(SANDBOX_CHAIN.chainId, folder, null, 1_000)
try {
  const database = await server.books('watching')
  await watchMany(database)
  await openFaucet(rpcOf(anvil.url), SANDBOX_CHAIN)
  const chain = { ...SANDBOX_CHAIN, id: 2, rpc: [anvil.url], isTest: false, traces: false }
  const chains = createChains({
    database,
    clock: systemClock(),
    log: silentLog(),
    chains: [chain],
    sandboxFolder: null,
    publicKeys: async () => ({ chains: [{ id: chain.id, hot: HOT }], xpubs: [] }),
    events: createEvents(silentLog()),
  })
  await chains.idle()
  const passes: { ours: number; bare: number }[] = []
  for (let pass = 0; pass < PASSES; pass++) {
    const first = Number(await ask('eth_blockNumber')) + 1
    for (let i = 0; i < BLOCKS; i++) await mineFull(pass * BLOCKS + i)
    const bare = await timed(() => readBare(first))
    const ours = await timed(() => chains.idle())
    passes.push({ ours, bare })
  }
  report(passes, await deposits(database))
  const halted = chains.find(chain.id)?.haltedBecause ?? null
  if (halted !== null) throw new Error(`the chain is halted: ${halted}`)
  await chains.stop()
} finally {
  await anvil.stop()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** The n-th watched address. */
function addressOf(n: number): string {
  return `0x${(0x9_000_000_000 + n).toString(16).padStart(40, '0')}`
}

async function watchMany({ db }: Database): Promise<void> {
  await sql`
    insert into deposit_address (user_id, coin_type, index, address, created_at_ms)
    select n, 60, n, '0x' || lpad(to_hex(${0x9_000_000_000}::bigint + n), 40, '0'), 0
    from generate_series(1, ${WATCHED}::int) as n`.execute(db)
}

/**
 * One block: half of its transactions go to other addresses, a quarter pay coins and a quarter tokens to watched ones.
 */
async function mineFull(number: number): Promise<void> {
  await ask('evm_setAutomine', false)
  const token = SANDBOX_CHAIN.tokens[0]?.contract ?? ''
  const calls = Array.from({ length: TRANSACTIONS }, (_, i) => {
    const to = addressOf(1 + ((number * TRANSACTIONS + i) % WATCHED))
    if (i % 4 === 0) return { from: FAUCET, to, value: '0xde0b6b3a7640000' }
    const data = `0xa9059cbb${to.slice(2).padStart(64, '0')}${'f4240'.padStart(64, '0')}`
    if (i % 4 === 1) return { from: FAUCET, to: token, data, gas: '0x15f90' }
    return { from: FAUCET, to: `0x${'77'.repeat(20)}`, value: '0x1' }
  })
  const nonce = Number(await ask('eth_getTransactionCount', FAUCET, 'latest'))
  const numbered = calls.map((call, i) => ({ ...call, nonce: `0x${(nonce + i).toString(16)}` }))
  await Promise.all(numbered.map((call) => ask('eth_sendTransaction', call)))
  await ask('evm_mine')
  await ask('evm_setAutomine', true)
}

/** The minimum work of any watcher: fetch blocks and receipts, and parse them. */
async function readBare(first: number): Promise<void> {
  for (let i = 0; i < BLOCKS; i++) {
    const tag = `0x${(first + i).toString(16)}`
    await ask('eth_getBlockByNumber', tag, true)
    await ask('eth_getBlockReceipts', tag)
  }
}

async function ask(method: string, ...params: unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(anvil.url, { method: 'POST', headers, body })
  const said = (await response.json()) as { result?: unknown; error?: { message: string } }
  if (said.error) throw new Error(`${method}: ${said.error.message}`)
  return said.result
}

async function deposits({ db }: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from deposit`.execute(db)
  return rows[0]?.count ?? 0
}

/** Milliseconds a block. */
async function timed(work: () => Promise<void>): Promise<number> {
  const startMs = performance.now()
  await work()
  return (performance.now() - startMs) / BLOCKS
}

function report(passes: readonly { ours: number; bare: number }[], total: number): void {
  const ours = median(passes.map((one) => one.ours))
  const bare = median(passes.map((one) => one.bare))
  const line = (name: string, value: string, wanted: string) =>
    console.log(`${name.padEnd(52)} ${value.padStart(10)}   ${wanted}`)
  console.log(
    `medians of ${PASSES} passes of ${BLOCKS} blocks, ${TRANSACTIONS} transactions a block, ${WATCHED} watched`,
  )
  line('fetching and parsing a block and its receipts (ms)', bare.toFixed(1), '')
  line('reading, deciding and writing it down (ms)', ours.toFixed(1), '<= 150')
  line('the second / the first', (ours / bare).toFixed(2), '<= 4')
  line('deposits found', String(total), String(PASSES * BLOCKS * (TRANSACTIONS / 2)))
}
