import { turnOf } from '../../db/sessionLock.ts'
import { countFundings } from '../../ledger/store.ts'
import { messageOf } from '../../platform/log.ts'
import { rawAddress } from '../node/addresses.ts'
import type { Chain } from '../node/network.ts'
import type { ChainState, HaltReason } from '../node/chainStates.ts'
import type { ChainsDeps } from '../deposits/ports.ts'
import { payHouseIn } from '../deposits/houseMoney.ts'
import { type ChainNode, chainNode, NodesDisagree } from '../node/node.ts'
import { NodeUnreachable } from '../node/rpc.ts'
import type { SandboxChain } from '../sandbox/sandboxChain.ts'
import { NotRunning, type SandboxSupervisor, superviseSandbox } from '../sandbox/sandboxSupervisor.ts'
import { chainState, lastBlock, ReadElsewhere, type StoredState } from '../deposits/store.ts'
import { type AddressIndex, watchedAddresses } from '../deposits/watched.ts'
import { OtherChain, readChain } from './watcher.ts'
import { pollLoop } from './pollLoop.ts'
import { TURNS } from '../../db/locks.ts'

/** Runs one network: a turn takes the lock, checks the node and the keys, then reads and credits. */
export interface ChainRunner {
  state(): ChainState
  node: ChainNode
  urls(): readonly string[]
  /** Null while the sandbox's chain does not run in this process. */
  sandbox(): SandboxChain | null
  start(): void
  /** Settles when everything that the nodes show now is processed. */
  idle(): Promise<void>
  stop(): Promise<void>
}

/** What a runner has learned so far. */
interface Progress {
  head: number | null
  haltedBecause: HaltReason | null
  watched: AddressIndex | null
  /** The nodes serve the same chain as before. */
  isVerified: boolean
  /** How many fundings of the sandbox's house are also on the chain. */
  fundings: number
}

interface ChainWorker {
  chain: Chain
  deps: ChainsDeps
  node: ChainNode
  supervisor: SandboxSupervisor | null
  progress: Progress
  hotOf(): string | null
  takeLock(): Promise<boolean>
}

export function chainRunner(chain: Chain, deps: ChainsDeps, hotOf: () => string | null): ChainRunner {
  const progress: Progress = {
    head: null,
    haltedBecause: 'starting',
    watched: null,
    isVerified: false,
    fundings: 0,
  }
  const { sandboxFolder } = deps
  const supervisor = chain.isTest && sandboxFolder !== null ? superviseSandbox(sandboxFolder, chain) : null
  const lock = turnOf(deps.database, TURNS.chainWatcher + BigInt(chain.id), () => supervisor?.drop())
  const urls = () => {
    const own = supervisor?.url() ?? null
    return own === null ? chain.rpc : [own]
  }
  const plain = chainNode({ urls, keepsStates: chain.kind === 'evm', nowMs: () => deps.clock.nowMs() })
  const node = supervisor === null ? plain : savedNode(plain, supervisor, progress)
  const worker: ChainWorker = { chain, deps, node, supervisor, progress, hotOf, takeLock: lock.take }
  const loop = pollLoop(deps.clock, pollMs(chain), (isBeat) => turn(worker, isBeat))
  return {
    state: () => ({ chain, hot: hotOf(), haltedBecause: progress.haltedBecause, head: progress.head }),
    node,
    urls,
    sandbox: () => supervisor?.current() ?? null,
    start: loop.start,
    idle: loop.idle,
    async stop() {
      await loop.stop()
      await supervisor?.stop()
      await lock.release()
    },
  }
}

/** Hides the sandbox's unsaved blocks. A process that does not run the chain takes the head from the books. */
function savedNode(plain: ChainNode, supervisor: SandboxSupervisor, progress: Progress): ChainNode {
  const saved = () => supervisor.current()?.savedHead() ?? progress.head ?? 0
  return { ...plain, headNumber: async () => Math.min(await plain.headNumber(), saved()) }
}

async function turn(worker: ChainWorker, isBeat: boolean): Promise<void> {
  const { progress } = worker
  try {
    const reason = await work(worker, isBeat)
    if (reason === 'reorganised') halt(worker, reason, 'it changed deeper than its confirmations')
    else progress.haltedBecause = reason
  } catch (thrown) {
    if (thrown instanceof ReadElsewhere) return
    if (thrown instanceof NodeUnreachable) progress.isVerified = false
    halt(worker, reasonOf(thrown), messageOf(thrown))
  }
}

/** Returns why the chain neither credits nor pays; null when it does both. */
async function work(worker: ChainWorker, isBeat: boolean): Promise<HaltReason | null> {
  const { supervisor } = worker
  if (!(await worker.takeLock())) return standBy(worker)
  const sandbox = (await supervisor?.open()) ?? null
  if (isBeat) await sandbox?.beat()
  else await sandbox?.save()
  const hot = worker.hotOf()
  if (hot === null) return 'starting'
  await verify(worker)
  const stored = await read(worker, hot)
  if (sandbox === null) return reasonIn(stored)
  const hasPaid = await payFundings(worker, sandbox, hot)
  return reasonIn(hasPaid ? await read(worker, hot) : stored)
}

/** Pays the fundings of the sandbox's house that are not yet on its chain; returns whether it paid any. */
async function payFundings(
  { chain, deps, progress }: ChainWorker,
  sandbox: SandboxChain,
  hot: string,
): Promise<boolean> {
  const fundings = await countFundings(deps.database.db)
  if (progress.fundings === fundings) return false
  const hasPaid = await payHouseIn(deps.database.db, chain, sandbox.faucet, hot)
  progress.fundings = fundings
  if (hasPaid) await sandbox.save()
  return hasPaid
}

/** Another server reads the chain. Public nodes serve this one, too; the sandbox's chain serves only its own server. */
async function standBy(worker: ChainWorker): Promise<HaltReason | null> {
  const stored = await readState(worker)
  if (worker.supervisor !== null) return 'elsewhere'
  if (worker.hotOf() === null) return 'starting'
  await verify(worker)
  return reasonIn(stored)
}

async function verify({ chain, deps, node, progress }: ChainWorker): Promise<void> {
  if (progress.isVerified) return
  const id = await node.chainId()
  if (id !== chain.chainId) throw new OtherChain(`the node is on chain ${id}, not ${chain.chainId}`)
  const origin = (await chainState(deps.database.db, chain.id))?.origin
  if (origin && (await node.blockHash(origin.number)) !== origin.hash)
    throw new OtherChain('the node has another first block')
  progress.isVerified = true
}

async function read(worker: ChainWorker, hot: string): Promise<StoredState | null> {
  const { chain, deps, node, progress } = worker
  progress.watched ??= watchedAddresses(chain.coinType, rawAddress(hot))
  await readChain({
    db: deps.database.db,
    chain,
    node,
    watched: progress.watched,
    hot,
    nowMs: () => deps.clock.nowMs(),
    events: deps.events,
  })
  return readState(worker)
}

async function readState({ chain, deps, progress }: ChainWorker): Promise<StoredState | null> {
  progress.head = (await lastBlock(deps.database.db, chain.id))?.number ?? null
  return chainState(deps.database.db, chain.id)
}

function reasonIn(stored: StoredState | null): HaltReason | null {
  if (stored === null) return 'starting'
  return stored.haltedBecause === null ? null : 'reorganised'
}

/** Logs a reason once. */
function halt({ chain, deps, progress }: ChainWorker, reason: HaltReason, because: string): void {
  if (progress.haltedBecause !== reason)
    deps.log.warn('a chain halts', { chain: chain.name, reason, because })
  progress.haltedBecause = reason
}

function reasonOf(thrown: unknown): HaltReason {
  if (thrown instanceof NotRunning) return 'not_running'
  if (thrown instanceof NodesDisagree) return 'nodes_disagree'
  return thrown instanceof OtherChain ? 'other_chain' : 'unreachable'
}

/** The sandbox's chain makes at most one block a second; other chains are polled twice a block. */
function pollMs(chain: Chain): number {
  return chain.isTest ? 1_000 : chain.blockSeconds * 500
}
