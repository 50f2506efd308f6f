import type { RawAmount } from '@tickmark/core/chainUnits'
import { rawAddress } from './addresses.ts'
import type { Block, ChainLog, Frame, Receipt, Trace } from './blocks.ts'
import type { Chain, Token } from './chain.ts'

/** keccak256 of "Transfer(address,address,uint256)" */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** What nodes say about one block. `receipts` may be empty when nothing in it touches us (`touchesUs`). */
export interface BlockFacts {
  block: Block
  logs: readonly ChainLog[]
  receipts: readonly Receipt[]
  traces: readonly Trace[]
}

/** One change of what one of our addresses holds. */
export interface Move {
  txid: string
  /** Place among the transaction's logs, the same in whatever block it lands; VALUE, FEE, or INNER minus the call's place. */
  index: number
  /** As nodes write it. */
  address: string
  currency: number
  /** Above zero for what comes in. */
  raw: RawAmount
  kind: 'in' | 'out' | 'fee'
}

const VALUE = -1
const FEE = -2
const INNER = -1_000

export type IsOurs = (address: string) => boolean

/** Whether receipts are needed to tell what happened to us. */
export function touchesUs({ block, logs, traces }: Omit<BlockFacts, 'receipts'>, isOurs: IsOurs): boolean {
  return (
    block.transactions.some((one) => isOurs(one.from) || (one.to !== null && isOurs(one.to))) ||
    logs.some((one) => one.topics.some((topic) => isOurs(`0x${topic.slice(26)}`))) ||
    traces.some((one) => innerCalls(one.result).some(({ from, to }) => isOurs(from) || isOurs(to)))
  )
}

/**
 * Every change of our addresses' holdings that a block makes, and nothing that only looks like one: a failed transaction
 * moves its fee alone, a log counts when its contract is on the chain's list and its receipt has it too.
 */
export function decodeBlock(chain: Chain, facts: BlockFacts, isOurs: IsOurs): Move[] {
  const { block } = facts
  const receipts = new Map(
    facts.receipts.filter((one) => one.blockHash === block.hash).map((one) => [one.transactionHash, one]),
  )
  const isDone = (txid: string) => receipts.get(txid)?.status === 1
  const inBlock = new Set(block.transactions.map((one) => one.hash))
  const moves = new Map<string, Move>()
  const add = (move: Move) => {
    if (isOurs(move.address)) moves.set(`${move.txid} ${move.index} ${move.address}`, move)
  }
  const pass = (way: Way, raw: RawAmount, currency: number) => {
    const { txid, index, from, to } = way
    if (raw <= 0n || from === to) return
    add({ txid, index, currency, address: from, raw: -raw, kind: 'out' })
    if (to !== null) add({ txid, index, currency, address: to, raw, kind: 'in' })
  }

  for (const { hash: txid, from, to, value } of block.transactions) {
    const receipt = receipts.get(txid)
    if (receipt === undefined) continue
    const fee = receipt.gasUsed * receipt.effectiveGasPrice
    if (fee > 0n)
      add({ txid, index: FEE, address: from, currency: chain.native.currency, raw: -fee, kind: 'fee' })
    if (isDone(txid)) pass({ txid, index: VALUE, from, to }, value, chain.native.currency)
  }
  const tokens = new Map(chain.tokens.map((one) => [rawAddress(one.contract), one]))
  for (const log of facts.logs) {
    const token = tokens.get(log.address)
    const index = placeOf(log, receipts.get(log.transactionHash))
    const told = token && index !== null && inBlock.has(log.transactionHash) && transferOf(log, block, token)
    if (told)
      pass({ txid: log.transactionHash, index, from: told.from, to: told.to }, told.raw, told.currency)
  }
  for (const { txHash: txid, result } of chain.traces ? facts.traces : []) {
    if (!inBlock.has(txid) || !isDone(txid)) continue
    for (const { from, to, value, place } of innerCalls(result))
      pass({ txid, index: INNER - place, from, to }, value, chain.native.currency)
  }
  return [...moves.values()]
}

interface Way {
  txid: string
  index: number
  from: string
  to: string | null
}

/** A log's place in its transaction; null when its receipt is missing, says failed, or does not have that log. */
function placeOf(log: ChainLog, receipt: Receipt | undefined): number | null {
  if (receipt?.status !== 1) return null
  const place = receipt.logs.findIndex(
    (one) =>
      one.logIndex === log.logIndex &&
      one.address === log.address &&
      one.data === log.data &&
      one.topics.join() === log.topics.join(),
  )
  return place < 0 ? null : place
}

/** An ERC-20 transfer; null for a log that says something else, such as the transfer of a single piece (4 topics). */
function transferOf(log: ChainLog, block: Block, token: Token) {
  const [topic, payer, payee, more] = log.topics
  if (log.removed || log.blockHash !== block.hash || topic !== TRANSFER_TOPIC || more !== undefined)
    return null
  const [from, to] = [addressIn(payer), addressIn(payee)]
  if (from === null || to === null || log.data.length !== 66) return null
  return { from, to, raw: BigInt(log.data), currency: token.currency }
}

/** The address in a topic of 32 bytes; null when the twelve in front are not zero. */
function addressIn(topic: string | undefined): string | null {
  return topic?.startsWith(`0x${'0'.repeat(24)}`) === true ? `0x${topic.slice(26)}` : null
}

interface InnerCall {
  from: string
  to: string
  value: bigint
  /** In the order in which the calls began. */
  place: number
}

/** Calls that carry native coin. Other kinds of call carry none, though tracers show the caller's value on some. */
const CARRIERS = new Set(['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'])

/** Value that contracts passed on inside a transaction. What failed, and all that happened below it, did not happen. */
function innerCalls(top: Frame | undefined): InnerCall[] {
  const found: InnerCall[] = []
  let place = 0
  const walk = (frame: Frame, isTop: boolean, hasFailed: boolean) => {
    const fails = hasFailed || frame.error !== undefined
    const { type, from, to, value = 0n } = frame
    if (!isTop) place++
    if (!isTop && !fails && to !== undefined && value > 0n && CARRIERS.has(type))
      found.push({ from, to, value, place })
    for (const call of frame.calls ?? []) walk(call, false, fails)
  }
  if (top) walk(top, true, false)
  return found
}
