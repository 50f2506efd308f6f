import * as z from 'zod/mini'
import { rawAddress } from './addresses.ts'
import {
  type Block,
  blockSchema,
  type ChainLog,
  feeHistorySchema,
  holdingSchema,
  headerSchema,
  logSchema,
  type Receipt,
  receiptSchema,
  shapes,
  type Trace,
  traceSchema,
} from './blocks.ts'
import { NodeUnreachable, type Rpc, type RpcCall, RpcRefusal, rpcOf } from './rpc.ts'

/** The holder of a balance: native coin when `contract` is null. Addresses in any spelling. */
export interface Holder {
  address: string
  contract: string | null
}

/**
 * A chain as its nodes report it. Reads that decide about money query every reachable node, other reads the first one.
 * A "not found" counts only when all reachable nodes agree. A node that hangs while another answers counts as
 * unreachable for 30 s. Amounts are raw (wei, 1e-6 for a dollar token).
 */
export interface ChainNode {
  /** EIP-155 id reported by the nodes; throws when two differ. */
  chainId(): Promise<number>
  /** The lowest of the nodes' heads. In the sandbox, the newest saved block. */
  headNumber(): Promise<number>
  /** Throws NodesDisagree when two nodes have different blocks at that number. */
  blockHash(number: number): Promise<string | null>
  /** The same with the block's transactions. */
  block(number: number): Promise<Block | null>
  /** These three throw NodesDisagree unless all reachable nodes agree. */
  logs(blockHash: string, contracts: readonly string[], topic: string): Promise<ChainLog[]>
  receiptsOf(blockHash: string): Promise<Receipt[]>
  /** Throws NodesDisagree when two nodes report different outcomes. */
  receipt(txid: string): Promise<Receipt | null>
  traceBlock(hash: string): Promise<Trace[]>
  /** After a block, or present for null. */
  balance(address: string, blockNumber: number | null): Promise<bigint>
  tokenBalance(contract: string, address: string, blockNumber: number | null): Promise<bigint>
  /**
   * Reads many balances at once. After a block, all reachable nodes must agree. Throws RpcRefusal when a node has not
   * kept that state.
   */
  holdings(holders: readonly Holder[], blockNumber: number | null): Promise<bigint[]>
  /**
   * Present holdings, from a node that has that block; for state that is not kept. Throws NodeUnreachable when no node
   * has it.
   */
  holdingsSince(holders: readonly Holder[], blockNumber: number): Promise<bigint[]>
  /**
   * Number of the address's mined transactions: its next nonce when none is pending. The lowest that a node reports.
   */
  transactionCount(address: string): Promise<number>
  /**
   * Sends signed bytes with 0x in front; 'known' when the nodes already have them or another transaction with that
   * nonce.
   */
  send(raw: string): Promise<'sent' | 'known'>
  /** Present fees per gas for a transaction, in wei. */
  feeNow(): Promise<{ baseFee: bigint; tip: bigint }>
  /**
   * Whether this call would fail if it were mined now: all reachable nodes say that it reverts, needs more gas, or that
   * the token answers `false`. Throws RpcRefusal when a node cannot simulate it.
   */
  wouldFail(call: PlannedCall): Promise<boolean>
}

/** A transaction before it is signed. Addresses in any spelling. */
export interface PlannedCall {
  from: string
  to: string
  value: bigint
  /** Hex with 0x in front; `0x` alone for a plain payment. */
  data: string
  gasLimit: number
}

/** Two nodes contradict each other; neither counts. */
export class NodesDisagree extends Error {
  constructor(what: string) {
    super(`two nodes disagree about ${what}`)
    this.name = 'NodesDisagree'
  }
}

export interface NodeOptions {
  /** Present JSON-RPC addresses; the sandbox's appear and disappear. */
  urls(): readonly string[]
  /** False for Tron-style nodes, which keep no past state. */
  keepsStates: boolean
  /** Milliseconds since 1970. Without a clock, every call waits for a hanging node. */
  nowMs?(): number
  /** Timeout for all calls but traces; 5 s by default. */
  patienceMs?: number
}

const KNOWN = /already known|already imported|nonce too low|known transaction|ALREADY_EXISTS/i
/** balanceOf(address) */
const BALANCE_OF = '0x70a08231'

export function chainNode(options: NodeOptions): ChainNode {
  const nodes = nodesOf(options)
  const holdings = (holders: readonly Holder[], number: number | null) => {
    if (number === null)
      return nodes.first((rpc) => rpc.batch(holdingSchema, holdingCalls(holders, 'latest')))
    if (!options.keepsStates) return holdingsSince(nodes, holders, number)
    return agreed(nodes, `what is held after block ${number}`, (rpc) =>
      rpc.batch(holdingSchema, holdingCalls(holders, tagOf(number))),
    )
  }
  const holding = async (holder: Holder, number: number | null) => (await holdings([holder], number))[0] ?? 0n
  return {
    async chainId() {
      const ids = await nodes.all((rpc) => rpc.call(shapes.count, 'eth_chainId'))
      if (new Set(ids).size > 1) throw new NodesDisagree('which chain they are on')
      return ids[0] ?? 0
    },
    headNumber: async () =>
      Math.min(...(await nodes.all((rpc) => rpc.call(shapes.count, 'eth_blockNumber')))),
    blockHash: (number) => agreedHash(nodes, number),
    block: (number) => agreedBlock(nodes, number),
    logs: (blockHash, contracts, topic) =>
      agreed(nodes, `the logs of block ${blockHash}`, (rpc) =>
        rpc.call(z.array(logSchema), 'eth_getLogs', {
          blockHash,
          address: contracts.map(rawAddress),
          topics: [topic],
        }),
      ),
    receiptsOf: (blockHash) =>
      agreed(nodes, `the receipts of block ${blockHash}`, (rpc) =>
        rpc.call(z.array(receiptSchema), 'eth_getBlockReceipts', blockHash),
      ),
    receipt: (txid) => agreedReceipt(nodes, txid),
    traceBlock: (hash) =>
      agreed(nodes, `the traces of block ${hash}`, (rpc) =>
        rpc.call(z.array(traceSchema), 'debug_traceBlockByHash', hash, { tracer: 'callTracer' }),
      ),
    balance: (address, number) => holding({ address, contract: null }, number),
    tokenBalance: (contract, address, number) => holding({ address, contract }, number),
    holdings,
    holdingsSince: (holders, number) => holdingsSince(nodes, holders, number),
    transactionCount: async (address) =>
      Math.min(
        ...(await nodes.all((rpc) =>
          rpc.call(shapes.count, 'eth_getTransactionCount', rawAddress(address), 'latest'),
        )),
      ),
    send: (raw) => nodes.first((rpc) => sendTo(rpc, raw)),
    feeNow: () => nodes.first(feeAt),
    wouldFail: async (call) => (await nodes.all((rpc) => failsAt(rpc, call))).every(Boolean),
  }
}

interface Nodes {
  /** The first answer from a reachable node. */
  first<T>(ask: (rpc: Rpc) => Promise<T>): Promise<T>
  /** Answers of all reachable nodes, at least one. */
  all<T>(ask: (rpc: Rpc) => Promise<T>): Promise<T[]>
}

/**
 * Skips a hanging node for this long while another answers: waiting for it each time would make reading fall behind.
 */
const QUIET_MS = 30_000

function nodesOf({ urls, nowMs, patienceMs }: NodeOptions): Nodes {
  const quietUntilMs = new Map<string, number>()
  const isQuiet = (url: string) => nowMs !== undefined && (quietUntilMs.get(url) ?? 0) > nowMs()
  async function collect<T>(ask: (rpc: Rpc) => Promise<T>, isEnough: (answer: T) => boolean): Promise<T[]> {
    const answers: T[] = []
    const reasons: string[] = []
    const hanging: string[] = []
    const awake = urls().filter((url) => !isQuiet(url))
    for (const url of [...awake, ...urls().filter(isQuiet)]) {
      if (answers.length > 0 && !awake.includes(url)) break
      try {
        const answer = await ask(rpcOf(url, patienceMs))
        answers.push(answer)
        if (isEnough(answer)) break
      } catch (thrown) {
        if (!(thrown instanceof NodeUnreachable)) throw thrown
        reasons.push(thrown.message)
        if (thrown.isHanging) hanging.push(url)
      }
    }
    if (answers.length === 0) throw new NodeUnreachable(reasons.join('; ') || 'there is no node')
    if (nowMs) for (const url of hanging) quietUntilMs.set(url, nowMs() + QUIET_MS)
    return answers
  }
  return {
    first: async <T>(ask: (rpc: Rpc) => Promise<T>) => (await collect(ask, () => true))[0] as T,
    all: (ask) => collect(ask, () => false),
  }
}

async function agreedHash(nodes: Nodes, number: number): Promise<string | null> {
  const headers = await nodes.all((rpc) =>
    rpc.call(headerSchema, 'eth_getBlockByNumber', tagOf(number), false),
  )
  const told = new Set(headers.flatMap((one) => (one === null ? [] : [one.hash])))
  if (told.size > 1) throw new NodesDisagree(`block ${number}`)
  return [...told][0] ?? null
}

/** A node that lags does not have the block yet. Those that do must report the same transactions. */
async function agreedBlock(nodes: Nodes, number: number): Promise<Block | null> {
  const answers = await nodes.all((rpc) =>
    rpc.call(z.nullable(blockSchema), 'eth_getBlockByNumber', tagOf(number), true),
  )
  const told = answers.filter((one) => one !== null)
  if (told.some((one) => one.number !== number) || areDifferent(told))
    throw new NodesDisagree(`block ${number}`)
  return told[0] ?? null
}

/** Requires identical answers from all reachable nodes: one that invents or hides a payment stops the chain. */
async function agreed<T>(nodes: Nodes, what: string, ask: (rpc: Rpc) => Promise<T>): Promise<T> {
  const answers = await nodes.all(ask)
  if (areDifferent(answers)) throw new NodesDisagree(what)
  return answers[0] as T
}

function areDifferent(answers: readonly unknown[]): boolean {
  return answers.length > 1 && new Set(answers.map((one) => JSON.stringify(one, comparable))).size > 1
}

/** Node programs word errors differently, and some omit zero or empty fields. */
function comparable(key: string, value: unknown): unknown {
  if (key === 'error') return true
  if (value === 0n || (key === 'calls' && Array.isArray(value) && value.length === 0)) return undefined
  return typeof value === 'bigint' ? String(value) : value
}

/** The outcome on which all nodes with the transaction agree. It decides whether a payment is closed or repaid. */
async function agreedReceipt(nodes: Nodes, txid: string): Promise<Receipt | null> {
  const answers = await nodes.all((rpc) =>
    rpc.call(z.nullable(receiptSchema), 'eth_getTransactionReceipt', txid),
  )
  const told = answers.filter((one) => one !== null)
  const ends = new Set(
    told.map((one) => [one.blockHash, one.status, one.gasUsed, one.effectiveGasPrice].join()),
  )
  if (ends.size > 1) throw new NodesDisagree(`the end of transaction ${txid}`)
  return told[0] ?? null
}

function tagOf(number: number): string {
  return `0x${number.toString(16)}`
}

/** A lagging node would report holdings from before the block. */
function holdingsSince(nodes: Nodes, holders: readonly Holder[], number: number): Promise<bigint[]> {
  return nodes.first(async (rpc) => {
    const head = { method: 'eth_blockNumber', params: [] }
    const [height = 0n, ...held] = await rpc.batch(holdingSchema, [head, ...holdingCalls(holders, 'latest')])
    if (height < BigInt(number)) throw new NodeUnreachable(`a node is at block ${height}, before ${number}`)
    return held
  })
}

function holdingCalls(holders: readonly Holder[], tag: string): RpcCall[] {
  return holders.map(({ address, contract }) => {
    const holder = rawAddress(address)
    if (contract === null) return { method: 'eth_getBalance', params: [holder, tag] }
    const data = `${BALANCE_OF}${holder.slice(2).padStart(64, '0')}`
    return { method: 'eth_call', params: [{ to: rawAddress(contract), data }, tag] }
  })
}

async function sendTo(rpc: Rpc, raw: string): Promise<'sent' | 'known'> {
  try {
    await rpc.call(shapes.hash, 'eth_sendRawTransaction', raw)
    return 'sent'
  } catch (thrown) {
    if (thrown instanceof RpcRefusal && KNOWN.test(thrown.message)) return 'known'
    throw thrown
  }
}

/** How node programs say that a call ran and failed; code 3 is the common one for a revert. */
const FAILED = /revert|out ?of ?gas|invalid opcode|invalid jump|stack (under|over)flow/i
/** The word `false` that a token returns instead of reverting. */
const ANSWERED_FALSE = /^0x0{64}$/

async function failsAt(rpc: Rpc, { from, to, value, data, gasLimit }: PlannedCall): Promise<boolean> {
  const call = {
    from: rawAddress(from),
    to: rawAddress(to),
    value: `0x${value.toString(16)}`,
    gas: tagOf(gasLimit),
    data,
  }
  try {
    const answer = await rpc.call(shapes.bytes, 'eth_call', call, 'latest')
    return data !== '0x' && ANSWERED_FALSE.test(answer)
  } catch (thrown) {
    if (thrown instanceof RpcRefusal && (thrown.code === 3 || FAILED.test(thrown.message))) return true
    throw thrown
  }
}

async function feeAt(rpc: Rpc): Promise<{ baseFee: bigint; tip: bigint }> {
  const history = await rpc.call(feeHistorySchema, 'eth_feeHistory', '0x1', 'latest', [])
  const tip = await rpc.call(shapes.quantity, 'eth_maxPriorityFeePerGas')
  // The last entry is the next block's fee.
  return { baseFee: history.baseFeePerGas.at(-1) ?? 0n, tip }
}
