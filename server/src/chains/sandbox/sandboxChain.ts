import type { Chain } from '../node/network.ts'
import { shapes } from '../node/blocks.ts'
import { type Rpc, rpcOf } from '../node/rpc.ts'
import * as z from 'zod/mini'
import { launchAnvil } from './anvil.ts'
import { type Faucet, openFaucet } from './faucet.ts'
import { existsSync, mkdirSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

/** The sandbox's only network. Its contracts' addresses follow from the account that creates them. */
export const SANDBOX_CHAIN: Chain = {
  id: 1,
  name: 'Ethereum (sandbox)',
  kind: 'evm',
  rpc: [],
  chainId: 31_337,
  confirmations: 3,
  coinType: 60,
  blockSeconds: 1,
  native: { currency: 3, decimals: 18 },
  tokens: [
    { currency: 1, contract: '0xE9543486A8648d1cf966Bf9ed5eB3534B78b9c87', decimals: 6 },
    { currency: 2, contract: '0x2F87a8476606b8594d896232372c443aC02cD8a1', decimals: 6 },
  ],
  traces: true,
  isTest: true,
  // Anvil makes a new block 0 at every start. From the first transaction on, the chain comes from the saved state.
  firstBlock: 1,
}

/** The chain built into the sandbox. */
export interface SandboxChain {
  url: string
  faucet: Faucet
  /** The newest saved block. Later ones are hidden from any process that books money on them. */
  savedHead(): number
  /** Saves new blocks. */
  save(): Promise<void>
  /**
   * Runs once a second: mines an empty block while a transaction needs confirmations, so that an idle chain does not
   * grow.
   */
  beat(): Promise<void>
  ended: Promise<void>
  /** Saves and stops it. */
  stop(): Promise<void>
  /** Stops it without saving. */
  abandon(): Promise<void>
}

const header = z.object({ number: shapes.count, hash: shapes.hash })

/** Starts it from the state in `folder`. Throws when it does not start. */
export async function startSandboxChain(folder: string, chain: Chain = SANDBOX_CHAIN): Promise<SandboxChain> {
  const file = chainFile(folder)
  const anvil = await launchAnvil(chain.chainId, file.folder, file.path())
  const rpc = rpcOf(anvil.url)
  let saved = { number: -1, hash: '' }
  let saving = Promise.resolve()

  async function saveNow(): Promise<void> {
    const head = await rpc.call(header, 'eth_getBlockByNumber', 'latest', false)
    if (head.hash === saved.hash) return
    await file.write(await rpc.call(shapes.bytes, 'anvil_dumpState', true))
    saved = head
  }
  /** Runs tasks one after the other, each on the chain's state at its turn. */
  function save(): Promise<void> {
    const turn = saving.then(saveNow)
    saving = turn.catch(() => {})
    return turn
  }

  try {
    const faucet = await openFaucet(rpc, chain)
    await save()
    return {
      url: anvil.url,
      faucet,
      savedHead: () => saved.number,
      save,
      async beat() {
        if (await isAwaited(rpc, chain)) await rpc.call(z.unknown(), 'anvil_mine', '0x1')
        await save()
      },
      ended: anvil.ended,
      async stop() {
        await save().catch(() => {})
        await anvil.stop()
      },
      abandon: anvil.stop,
    }
  } catch (thrown) {
    await anvil.stop()
    throw thrown
  }
}

/** Whether a transaction in one of the newest blocks still needs confirmations. */
async function isAwaited(rpc: Rpc, chain: Chain): Promise<boolean> {
  const head = await rpc.call(shapes.count, 'eth_blockNumber')
  const first = Math.max(0, head - chain.confirmations - 1)
  const counts = await rpc.batch(
    shapes.count,
    Array.from({ length: head - first + 1 }, (_, i) => ({
      method: 'eth_getBlockTransactionCountByNumber',
      params: [`0x${(first + i).toString(16)}`],
    })),
  )
  return counts.some((count) => count > 0)
}

const unpack = promisify(gunzip)

/** Stores the chain between runs. */
interface ChainFile {
  folder: string
  /** The saved state; null before the first save. */
  path(): string | null
  /** Replaces the saved state with a reply of anvil_dumpState. Durable across a power failure once it returns. */
  write(dump: string): Promise<void>
}

function chainFile(folder: string): ChainFile {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'state.json')
  return {
    folder,
    path: () => (existsSync(path) ? path : null),
    async write(dump) {
      const draft = `${path}.new`
      const file = await open(draft, 'w', 0o600)
      try {
        await file.writeFile(await unpack(Buffer.from(dump.slice(2), 'hex')))
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(draft, path)
      await syncFolder(folder)
    },
  }
}

/** Syncs the folder, which records the rename. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
