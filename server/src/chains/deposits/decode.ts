import type { RawAmount } from '@tickmark/core/money/rawUnits'
import { rawAddress } from '../node/addresses.ts'
import type { Block, ChainLog, Frame, Receipt, Trace } from '../node/blocks.ts'
import type { Chain, Token } from '../node/network.ts'

/** keccak256 of "Transfer(address,address,uint256)" */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** A node's data on one block. `receipts` may be empty when the block does not touch us (`touchesUs`). */
export interface BlockFacts {
  block: Block
  logs: readonly ChainLog[]
  receipts: readonly Receipt[]
  traces: readonly Trace[]
}

/** One change of the holdings of one of our addresses. */
export interface Move {
  txid: string
  /**
   * Index among the transaction's logs, the same in every block that includes it; or VALUE, FEE, or INNER minus the
   * call's index.
   */
  index: number
  /** Raw form: 0x and lower-case digits. */
  address: string
  currency: number
  /** Above zero for receipts, below for payments. */
  raw: RawAmount
  kind: 'in' | 'out' | 'fee'
}

const VALUE = -1
const FEE = -2
const INNER = -1_000

export type IsOurs = (address: string) => boolean

/** Whether the receipts are needed to find our moves. */
export function touchesUs({ block, logs, traces }: Omit<BlockFacts, 'receipts'>, isOurs: IsOurs): boolean {
  return (
    block.transactions.some((one) => isOurs(one.from) || (one.to !== null && isOurs(one.to))) ||
    logs.some((one) => one.topics.some((topic) => isOurs(`0x${topic.slice(26)}`))) ||
    traces.some((one) => innerCalls(one.result).some(({ from, to }) => isOurs(from) || isOurs(to)))
  )
}

/**
 * Returns every change that a block makes to our addresses' holdings. Guards against look-alikes: a failed transaction
 * moves only its fee; a log counts when its contract is on the chain's list and its receipt has it too; a token's log
 * of a payment from us counts only in a transaction of our own.
 */
export function decodeBlock(chain: Chain, facts: BlockFacts, isOurs: IsOurs): Move[] {
  const { block } = facts
  const told = facts.receipts.filter((one) => one.blockHash === block.hash)
  const read: Read = { ...facts, chain, receiptOf: new Map(told.map((one) => [one.transactionHash, one])) }
  const passes = [...ownValues(read), ...tokenTransfers(read), ...passedOn(read)]
  const both = passes
    .filter(({ raw, from, to }) => raw > 0n && from !== to)
    .flatMap(({ txid, index, currency, from, to, raw, isWord }): Move[] => [
      ...(isWord ? [] : [{ txid, index, currency, address: from, raw: -raw, kind: 'out' as const }]),
      ...(to === null ? [] : [{ txid, index, currency, address: to, raw, kind: 'in' as const }]),
    ])
  const ours = [...fees(read), ...both].filter((one) => isOurs(one.address))
  return [...new Map(ours.map((one) => [`${one.txid} ${one.index} ${one.address}`, one])).values()]
}

interface Read extends BlockFacts {
  chain: Chain
  /** The receipts of this block's transactions. */
  receiptOf: ReadonlyMap<string, Receipt>
}

/** A payment from one address to another. */
interface Pass extends Omit<Move, 'address' | 'kind'> {
  from: string
  /** Null when the value went into a new contract. */
  to: string | null
  /** Only the token claims that `from` paid. */
  isWord: boolean
}

function fees({ chain, block, receiptOf }: Read): Move[] {
  return block.transactions.flatMap(({ hash: txid, from }) => {
    const { gasUsed = 0n, effectiveGasPrice = 0n } = receiptOf.get(txid) ?? {}
    const raw = -(gasUsed * effectiveGasPrice)
    const { currency } = chain.native
    return raw < 0n ? [{ txid, index: FEE, address: from, currency, raw, kind: 'fee' as const }] : []
  })
}

function ownValues({ chain, block, receiptOf }: Read): Pass[] {
  return block.transactions
    .filter((one) => receiptOf.get(one.hash)?.status === 1)
    .map(({ hash: txid, from, to, value: raw }) => {
      const { currency } = chain.native
      return { txid, index: VALUE, currency, from, to, raw, isWord: false }
    })
}

function tokenTransfers({ chain, block, logs, receiptOf }: Read): Pass[] {
  const tokens = new Map(chain.tokens.map((one) => [rawAddress(one.contract), one]))
  const senders = new Map(block.transactions.map((one) => [one.hash, one.from]))
  return logs.flatMap((log) => {
    const txid = log.transactionHash
    const token = tokens.get(log.address)
    const index = placeOf(log, receiptOf.get(txid))
    const told = token && index !== null && senders.has(txid) ? transferOf(log, block, token) : null
    return told && index !== null ? [{ ...told, txid, index, isWord: senders.get(txid) !== told.from }] : []
  })
}

/** Native coin sent by contracts. */
function passedOn({ chain, block, traces, receiptOf }: Read): Pass[] {
  const known = new Set(block.transactions.map((one) => one.hash))
  const { currency } = chain.native
  return (chain.traces ? traces : [])
    .filter(({ txHash }) => known.has(txHash) && receiptOf.get(txHash)?.status === 1)
    .flatMap(({ txHash: txid, result }) =>
      innerCalls(result).map(({ from, to, value: raw, place }) => {
        return { txid, index: INNER - place, currency, from, to, raw, isWord: false }
      }),
    )
}

/** The log's index in its transaction; null when its receipt is missing, reports failure, or lacks that log. */
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

/** An ERC-20 transfer; null for any other log, such as an NFT transfer (4 topics). */
function transferOf(log: ChainLog, block: Block, token: Token) {
  const [topic, payer, payee, more] = log.topics
  if (log.removed || log.blockHash !== block.hash || topic !== TRANSFER_TOPIC || more !== undefined)
    return null
  const [from, to] = [addressIn(payer), addressIn(payee)]
  if (from === null || to === null || log.data.length !== 66) return null
  return { from, to, raw: BigInt(log.data), currency: token.currency }
}

/** The address in a 32-byte topic; null when its first twelve bytes are not zero. */
function addressIn(topic: string | undefined): string | null {
  return topic?.startsWith(`0x${'0'.repeat(24)}`) === true ? `0x${topic.slice(26)}` : null
}

interface InnerCall {
  from: string
  to: string
  value: bigint
  /** In order of call start. */
  place: number
}

/** Calls that carry native coin. Other kinds carry none, although some tracers show the caller's value on them. */
const CARRIERS = new Set(['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'])

/** Value sent by contracts inside a transaction. A failed call and all calls below it moved nothing. */
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
