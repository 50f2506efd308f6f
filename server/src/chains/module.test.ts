import { expect, test } from 'vitest'
import type { Database } from '../db/pool.ts'
import { recordEvents } from '../module/events.testing.ts'
import type { Runtime } from '../module/runtime.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { silentLog } from '../platform/log.ts'
import type { Chain } from './node/network.ts'
import type { ChainNode } from './node/node.ts'
import type { HaltReason } from './node/chainStates.ts'
import { openChains } from './module.ts'
import { SANDBOX_CHAIN } from './sandbox/sandboxChain.ts'

const network = (id: number, blockSeconds: number): Chain => {
  return { ...SANDBOX_CHAIN, id, name: `N${id}`, blockSeconds, isTest: false, rpc: ['http://127.0.0.1:1'] }
}

/** The module over these networks, without a database or a signer, and the waits that it asks the clock for. */
function opened(networks: readonly Chain[]) {
  const waits: number[] = []
  const clock = movableClock({ isStill: true })
  const at = (ms: number) => (waits.push(ms - clock.nowMs()), () => {})
  const dedicated = () => {
    throw new Error('no database')
  }
  const runtime = {
    database: { db: {}, dedicated } as unknown as Database,
    clock: { ...clock, at },
    log: silentLog(),
    keys: { receiptsKey: new Uint8Array(32).fill(1) },
    events: recordEvents(),
  } as unknown as Runtime
  const publicKeys = () => Promise.reject(new Error('no signer'))
  const ports = {
    chains: networks,
    dataDir: '',
    publicKeys,
    logHead: () => '',
  }
  return { ...openChains(runtime, ports), waits }
}

const settled = () => new Promise<void>((resolve) => void setImmediate(resolve))

test('the nodes of a network are asked twice a block, and the signer every second until it answers', async () => {
  const { module, waits } = opened([network(1, 12), network(2, 0.5)])
  await module.onListen?.()
  await settled()
  expect(waits.toSorted((a, b) => a - b)).toEqual([250, 1_000, 6_000])
  await module.onClose?.()
})

test('a server without networks asks nobody', async () => {
  const { module, waits } = opened([])
  await module.onListen?.()
  await settled()
  expect(waits).toEqual([])
})

const answers = async () => 1
test.each<[what: string, halt: HaltReason | null, chainId: () => Promise<unknown>, trouble: string | null]>([
  ['works', null, answers, null],
  ['is halted', 'nodes_disagree', answers, 'N1: nodes_disagree'],
  ['is run by another process', 'elsewhere', () => Promise.reject(new Error('silence')), null],
  ['has nodes that refuse', null, () => Promise.reject(new Error('silence')), 'N1: unreachable'],
  ['has nodes that hang', null, () => new Promise(() => {}), 'N1: unreachable'],
])('the trouble of a network that %s', async (_what, haltedBecause, chainId, trouble) => {
  const { module, chains } = opened([])
  const state = { chain: network(1, 1), hot: null, haltedBecause, head: null }
  const works = { ...state, chain: network(2, 1), haltedBecause: null }
  chains.all = () => [works, state]
  chains.node = (id) => ({ chainId: id === 1 ? chainId : answers }) as ChainNode
  expect(await module.trouble?.look()).toBe(trouble)
})
