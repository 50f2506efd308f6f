import type { Clock } from '../clock.ts'
import { isDuplicate } from '../db/failures.ts'
import { type SessionLock, trySessionLock } from '../db/sessionLock.ts'
import { messageOf } from '../log.ts'
import { rawAddress } from './addresses.ts'
import type { Chain } from './chain.ts'
import type { ChainState, HaltReason } from './chains.ts'
import type { ChainsDeps } from './deps.ts'
import { payHouseIn } from './houseMoney.ts'
import { type ChainNode, chainNode, NodesDisagree } from './node.ts'
import { NodeUnreachable } from './rpc.ts'
import { type SandboxChain, startSandboxChain } from './sandbox/sandboxChain.ts'
import { chainState, lastBlock } from './store.ts'
import { type Watched, watchedAddresses } from './watched.ts'
import { OtherChain, readChain } from './watcher.ts'

/** One network at work: a turn looks for its lock, its node and its keys, then reads and credits. */
export interface ChainRunner {
  state(): ChainState
  node: ChainNode
  urls(): readonly string[]
  sandbox(): SandboxChain | null
  start(): void
  /** What the nodes show now is handled. */
  idle(): Promise<void>
  stop(): Promise<void>
}

/** Any numbers will do, so long as no other lock of ours has them; a chain's id is added. */
const WATCHER_LOCK = 7_310_018_100n

export function chainRunner(chain: Chain, deps: ChainsDeps, hotOf: () => string | null): ChainRunner {
  const { database, clock, log } = deps
  const folder = chain.isTest ? deps.sandboxFolder : null
  let lock: SessionLock | null = null
  let sandbox: SandboxChain | null = null
  let watched: Watched | null = null
  let isVerified = false
  let isFunded = false
  let head: number | null = null
  let haltedBecause: HaltReason | null = 'starting'

  const urls = () => (chain.isTest ? (sandbox ? [sandbox.url] : []) : chain.rpc)
  const plain = chainNode({ urls, keepsStates: chain.kind === 'evm' })
  const node: ChainNode = chain.isTest
    ? { ...plain, headNumber: async () => Math.min(await plain.headNumber(), sandbox?.savedHead() ?? 0) }
    : plain

  /** One process a chain; the others stand by. */
  async function hasLock(): Promise<boolean> {
    if (lock !== null) return true
    const won = await trySessionLock(database, WATCHER_LOCK + BigInt(chain.id))
    lock = won
    void won?.lost.then(() => {
      if (lock === won) lock = null
      // Whoever has the lock now starts the chain on the same folder.
      const running = sandbox
      sandbox = null
      return running?.abandon()
    })
    return won !== null
  }

  async function openSandbox(into: string): Promise<boolean> {
    if (sandbox !== null) return true
    try {
      const started = await startSandboxChain(into, chain)
      sandbox = started
      void started.ended.then(() => {
        if (sandbox === started) sandbox = null
      })
    } catch (thrown) {
      halt('not_running', thrown)
    }
    return sandbox !== null
  }

  function halt(reason: HaltReason, thrown?: unknown): void {
    if (haltedBecause !== reason && thrown !== undefined)
      log.warn('a chain halts', { chain: chain.name, reason, because: messageOf(thrown) })
    haltedBecause = reason
  }

  async function work(isBeat: boolean): Promise<void> {
    if (!(await hasLock())) {
      halt('elsewhere')
      await readState()
      return
    }
    if (folder !== null && !(await openSandbox(folder))) return
    if (isBeat) await sandbox?.beat()
    else await sandbox?.save()
    const hot = hotOf()
    if (hot === null) return
    await verify()
    watched ??= watchedAddresses(chain.coinType, rawAddress(hot))
    await read(watched, hot)
    if (sandbox !== null && !isFunded) {
      if (await payHouseIn(database.db, chain, sandbox.faucet, hot)) {
        await sandbox.save()
        await read(watched, hot)
      }
      isFunded = true
    }
  }

  async function verify(): Promise<void> {
    if (isVerified) return
    const id = await node.chainId()
    if (id !== chain.chainId) throw new OtherChain(`the node is on chain ${id}, not ${chain.chainId}`)
    const origin = (await chainState(database.db, chain.id))?.origin
    if (origin && (await node.blockHash(origin.number)) !== origin.hash)
      throw new OtherChain('the node has another first block')
    isVerified = true
  }

  async function read(watched: Watched, hot: string): Promise<void> {
    const onDeposit = ({ userId, id, state }: { userId: number; id: string; state: string }) =>
      deps.changed(userId, { id, isCredited: state === 'credited' })
    const world = { db: database.db, chain, node, watched, hot, nowMs: () => clock.nowMs(), onDeposit }
    await readChain(world)
    const stored = await readState()
    if (stored === null) halt('starting')
    else if (stored.haltedBecause !== null)
      halt('reorganised', new Error('it changed deeper than its confirmations'))
    else haltedBecause = null
  }

  async function readState() {
    head = (await lastBlock(database.db, chain.id))?.number ?? null
    return chainState(database.db, chain.id)
  }

  async function turn(isBeat: boolean): Promise<void> {
    try {
      await work(isBeat)
    } catch (thrown) {
      if (isDuplicate(thrown)) return
      isVerified &&= !(thrown instanceof NodeUnreachable)
      halt(reasonOf(thrown), thrown)
    }
  }

  const rounds = serialRounds(clock, pollMs(chain), turn)
  return {
    state: () => ({ chain, hot: hotOf(), haltedBecause, head }),
    node,
    urls,
    sandbox: () => sandbox,
    start: rounds.start,
    idle: rounds.idle,
    async stop() {
      await rounds.stop()
      const [running, held] = [sandbox, lock]
      sandbox = null
      lock = null
      await running?.stop()
      await held?.release()
    },
  }
}

function reasonOf(thrown: unknown): HaltReason {
  if (thrown instanceof NodesDisagree) return 'nodes_disagree'
  return thrown instanceof OtherChain ? 'other_chain' : 'unreachable'
}

/** The sandbox's chain makes a block a second at most; others are asked twice a block. */
function pollMs(chain: Chain): number {
  return chain.isTest ? 1_000 : chain.blockSeconds * 500
}

/** Turns one after the other: one every so often by the clock, and one whenever somebody waits for it. */
function serialRounds(clock: Clock, everyMs: number, turn: (isBeat: boolean) => Promise<void>) {
  let last = Promise.resolve()
  let cancel = () => {}
  let isOver = false
  const add = (isBeat: boolean) => (last = last.then(() => (isOver ? undefined : turn(isBeat))))
  const beat = () => {
    if (isOver) return
    void add(true).then(() => {
      if (!isOver) cancel = clock.at(clock.nowMs() + everyMs, beat)
    })
  }
  return {
    start: beat,
    idle: () => add(false),
    async stop() {
      isOver = true
      cancel()
      await last
    },
  }
}
