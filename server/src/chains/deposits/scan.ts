import { ledgerFloor, type RawAmount } from '@tickmark/core/money/rawUnits'
import { MOST } from '@tickmark/core/money/money'
import type { Reader } from '../../db/pool.ts'
import { refOf } from '../../ledger/post.ts'
import { rawAddress } from '../node/addresses.ts'
import type { Block } from '../node/blocks.ts'
import { type Chain, coinsOf, decimalsOf, findCoin } from '../node/network.ts'
import { decodeBlock, type Move, touchesUs, TRANSFER_TOPIC } from './decode.ts'
import type { NewDeposit } from './depositStore.ts'
import type { ChainNode, Holder } from '../node/node.ts'
import { NodeUnreachable, RpcRefusal } from '../node/rpc.ts'
import { heldBefore } from './store.ts'
import type { AddressIndex } from './watched.ts'

/** A tracing node has no trace of this block, so contracts' payments in it cannot be seen. */
class TraceMissing extends Error {
  constructor(block: number) {
    super(`the node has no traces of block ${block}`)
    this.name = 'TraceMissing'
  }
}

interface ScanDeps {
  chain: Chain
  node: ChainNode
  watched: AddressIndex
  reader: Reader
}

/**
 * Reads from the nodes what a block did to our addresses. A block that does not touch us takes one request, two with
 * traces. Throws NodeUnreachable while the nodes do not have all of its data.
 */
export async function movesIn(deps: ScanDeps, block: Block): Promise<Move[]> {
  const { chain, node, watched } = deps
  if (block.transactions.length === 0) return []
  const isOurs = (address: string) => watched.ownerOf(address) !== undefined
  const contracts = chain.tokens.map((one) => one.contract)
  const logs = contracts.length === 0 ? [] : await node.logs(block.hash, contracts, TRANSFER_TOPIC)
  const traces = chain.traces ? await node.traceBlock(block.hash) : []
  // The sandbox's node loses its traces on restart. Payments it had not traced until then stay with the house.
  if (!chain.isTest && traces.some((one) => one.result === undefined)) throw new TraceMissing(block.number)
  if (!touchesUs({ block, logs, traces }, isOurs)) return []
  const receipts = await node.receiptsOf(block.hash)
  if (receipts.length < block.transactions.length)
    throw new NodeUnreachable(`receipts of block ${block.number} are missing`)
  const moves = decodeBlock(chain, { block, logs, receipts, traces }, isOurs)
  return capToHoldings(moves, await tokenHoldings(deps, block.number, moves))
}

/** Holdings before and after the block for each address that received something according to a token. */
async function tokenHoldings(
  { chain, node, reader }: ScanDeps,
  number: number,
  moves: readonly Move[],
): Promise<TokenHolding[]> {
  const isToken = (move: Move) => move.currency !== chain.native.currency
  const asked = new Map(
    moves.flatMap((move) =>
      isToken(move) && move.raw > 0n ? [[`${move.address} ${move.currency}`, move] as const] : [],
    ),
  )
  if (asked.size === 0) return []
  const list = [...asked.values()]
  const holders = list.map(({ address, currency }) => ({
    address,
    contract: findCoin(chain, currency)?.contract ?? null,
  }))
  const after = await holdingsAfter(node, holders, number)
  const before = await heldBefore(reader, chain.id, number, [...new Set(list.map((one) => one.address))])
  const beforeOf = new Map(before.map((one) => [`${one.address} ${one.currency}`, one.raw]))
  return list.map(({ address, currency }, i) => ({
    address,
    currency,
    before: beforeOf.get(`${address} ${currency}`) ?? 0n,
    after: after[i] ?? 0n,
  }))
}

/**
 * Holdings after the block. When the node does not keep that state, it uses present holdings, never those before the
 * block.
 */
async function holdingsAfter(node: ChainNode, holders: readonly Holder[], number: number): Promise<bigint[]> {
  try {
    return await node.holdings(holders, number)
  } catch (thrown) {
    if (!(thrown instanceof RpcRefusal)) throw thrown
    return node.holdingsSince(holders, number)
  }
}

/** The deposits among a block's moves. An amount below one ledger unit, or too large for the books, counts as 0. */
export function depositsIn(
  chain: Chain,
  watched: AddressIndex,
  block: Block,
  moves: readonly Move[],
  nowMs: number,
): NewDeposit[] {
  return moves.flatMap((move) => {
    const userId = watched.ownerOf(move.address)
    if (move.kind !== 'in' || userId === undefined) return []
    const { txid, index, address, currency, raw } = move
    const units = ledgerFloor(raw, decimalsOf(chain, currency))
    const amount = units > MOST ? 0n : units
    const id = refOf(`deposit:${chain.id}:${txid}:${index}`)
    const place = { block: block.number, blockHash: block.hash, seenAtMs: nowMs }
    return [{ id, chain: chain.id, txid, index, userId, address, currency, raw, amount, ...place }]
  })
}

/** All coins that an address can hold on a chain. */
export function holdersOf(chain: Chain, address: string): (Holder & { currency: number })[] {
  const raw = rawAddress(address)
  return coinsOf(chain).map(({ contract, currency }) => ({ address: raw, contract, currency }))
}

/** The balance of a token at an address: before a block by our records, after it by the contract's answer. */
interface TokenHolding {
  address: string
  currency: number
  before: RawAmount
  after: RawAmount
}

/**
 * Caps reported token receipts at the real increase of the holdings, so that a contract that keeps a part of each
 * transfer, or logs one that never happened, credits nobody too much. Moves go in order; those cut to zero are dropped.
 */
export function capToHoldings(moves: readonly Move[], holdings: readonly TokenHolding[]): Move[] {
  const leftOf = new Map(holdings.map((one) => [keyOf(one), one.after - one.before]))
  for (const move of moves) {
    const left = leftOf.get(keyOf(move))
    if (left !== undefined && move.raw < 0n) leftOf.set(keyOf(move), left - move.raw)
  }
  return moves.flatMap((move) => {
    const left = leftOf.get(keyOf(move))
    if (left === undefined || move.raw < 0n) return [move]
    const raw = move.raw < left ? move.raw : left > 0n ? left : 0n
    leftOf.set(keyOf(move), left - raw)
    return raw > 0n ? [{ ...move, raw }] : []
  })
}

function keyOf({ address, currency }: { address: string; currency: number }): string {
  return `${address} ${currency}`
}
