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

/** What an address holds: native coin when `contract` is null. Addresses in any spelling. */
export interface Holder {
  address: string
  contract: string | null
}

/**
 * A chain as its nodes tell it. What money hangs on is asked of all nodes that can be reached, the rest of the first; a
 * "there is none" counts only when all that can be reached say so. One that hangs while another answers counts as out of
 * reach for 30 s. Sums are raw (wei, 1e-6 for a dollar token).
 */
export interface ChainNode {
  /** EIP-155 id that the nodes name; throws when two differ. */
  chainId(): Promise<number>
  /** The lowest of the nodes' heads. In the sandbox the newest block that is saved. */
  headNumber(): Promise<number>
  /** Throws NodesDisagree when two nodes have different blocks of that number. */
  blockHash(number: number): Promise<string | null>
  /** The same with its transactions. */
  block(number: number): Promise<Block | null>
  /** These three throw NodesDisagree unless all nodes that can be reached say the same. */
  logs(blockHash: string, contracts: readonly string[], topic: string): Promise<ChainLog[]>
  receiptsOf(blockHash: string): Promise<Receipt[]>
  /** Throws NodesDisagree when two nodes tell of different ends. */
  receipt(txid: string): Promise<Receipt | null>
  traceBlock(hash: string): Promise<Trace[]>
  /** After a block, or now for null. */
  balance(address: string, blockNumber: number | null): Promise<bigint>
  tokenBalance(contract: string, address: string, blockNumber: number | null): Promise<bigint>
  /**
   * Many of them at once. After a block, all nodes that can be reached must say the same; throws RpcRefusal when one has
   * not kept that state.
   */
  holdings(holders: readonly Holder[], blockNumber: number | null): Promise<bigint[]>
  /** As they are now, by a node that has that block: for a state that is not kept. Throws NodeUnreachable when none has it. */
  holdingsSince(holders: readonly Holder[], blockNumber: number): Promise<bigint[]>
  /** Transactions of the address in blocks so far: its next free nonce when none waits. The lowest that a node tells. */
  transactionCount(address: string): Promise<number>
  /** Hands in signed bytes, 0x in front; 'known' when the nodes have them, or another of that nonce, already. */
  send(raw: string): Promise<'sent' | 'known'>
  /** Fees per gas that a transaction now needs, in wei. */
  feeNow(): Promise<{ baseFee: bigint; tip: bigint }>
}

/** Two nodes tell different stories; neither is believed. */
export class NodesDisagree extends Error {
  constructor(what: string) {
    super(`two nodes disagree about ${what}`)
    this.name = 'NodesDisagree'
  }
}

export interface NodeOptions {
  /** JSON-RPC addresses now; the sandbox's come and go. */
  urls(): readonly string[]
  /** Tron-style nodes keep no state of the past. */
  keepsStates: boolean
  /** Milliseconds since 1970. Without a clock, one that hangs is waited for with every call. */
  nowMs?(): number
  /** How long an answer may take, but for traces; 5 s unless said. */
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
  }
}

interface Nodes {
  /** The first answer of a node that can be reached. */
  first<T>(ask: (rpc: Rpc) => Promise<T>): Promise<T>
  /** Answers of all that can be reached, at least one. */
  all<T>(ask: (rpc: Rpc) => Promise<T>): Promise<T[]>
}

/** One that hangs is left alone for this long, as long as another answers: waiting for it, reading would fall behind. */
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

/** A node that is behind does not know it yet; those that do must tell the same transactions. */
async function agreedBlock(nodes: Nodes, number: number): Promise<Block | null> {
  const answers = await nodes.all((rpc) =>
    rpc.call(z.nullable(blockSchema), 'eth_getBlockByNumber', tagOf(number), true),
  )
  const told = answers.filter((one) => one !== null)
  if (told.some((one) => one.number !== number) || areDifferent(told))
    throw new NodesDisagree(`block ${number}`)
  return told[0] ?? null
}

/** What all nodes that can be reached say, to the letter: one that invents a payment, or hides one, stops the chain. */
async function agreed<T>(nodes: Nodes, what: string, ask: (rpc: Rpc) => Promise<T>): Promise<T> {
  const answers = await nodes.all(ask)
  if (areDifferent(answers)) throw new NodesDisagree(what)
  return answers[0] as T
}

function areDifferent(answers: readonly unknown[]): boolean {
  return answers.length > 1 && new Set(answers.map((one) => JSON.stringify(one, comparable))).size > 1
}

/** Programs word an error each in their own way, and some leave out what is zero or empty. */
function comparable(key: string, value: unknown): unknown {
  if (key === 'error') return true
  if (value === 0n || (key === 'calls' && Array.isArray(value) && value.length === 0)) return undefined
  return typeof value === 'bigint' ? String(value) : value
}

/** What all that know it tell of a transaction's end; a payment is repaid or closed by it. */
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

/** A node that is behind would tell what was held before the block. */
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

async function feeAt(rpc: Rpc): Promise<{ baseFee: bigint; tip: bigint }> {
  const history = await rpc.call(feeHistorySchema, 'eth_feeHistory', '0x1', 'latest', [])
  const tip = await rpc.call(shapes.quantity, 'eth_maxPriorityFeePerGas')
  // The last entry is the next block's.
  return { baseFee: history.baseFeePerGas.at(-1) ?? 0n, tip }
}
