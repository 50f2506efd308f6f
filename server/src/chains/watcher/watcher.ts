import { HOUSE } from '@tickmark/core/ledger/accounts'
import type { Db } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import type { Block } from '../node/blocks.ts'
import type { Chain } from '../node/network.ts'
import { CREDIT_EVERY_BLOCKS, creditDue } from '../deposits/credit.ts'
import { insertDeposits } from '../deposits/depositStore.ts'
import type { ChainsDeps } from '../deposits/ports.ts'
import type {} from '../events.ts'
import type { ChainNode } from '../node/node.ts'
import { bookReturns, goBackTo } from './reorganise.ts'
import { NodeUnreachable } from '../node/rpc.ts'
import { depositsIn, holdersOf, movesIn } from '../deposits/scan.ts'
import {
  blockHash,
  type BlockMark,
  chainState,
  dropBlocksBelow,
  insertBlock,
  insertMoves,
  lastBlock,
  lockChain,
  openChainState,
  type StoredMove,
} from '../deposits/store.ts'
import type { AddressIndex } from '../deposits/watched.ts'

export interface WatcherDeps {
  db: Db
  chain: Chain
  node: ChainNode
  watched: AddressIndex
  /** Raw form: 0x and lower-case digits. */
  hot: string
  nowMs(): number
  events: ChainsDeps['events']
}

/** The nodes serve another chain than the recorded one. */
export class OtherChain extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'OtherChain'
  }
}

/** Blocks kept behind the newest. The watcher gives up on a chain that changes deeper. */
const KEPT = 1_024

/**
 * Reads blocks up to the nodes' head, one transaction a block, and credits confirmed deposits. Does nothing on a halted
 * chain. Throws NodeUnreachable, NodesDisagree, OtherChain or ReadElsewhere; earlier blocks stay stored.
 */
export async function readChain(deps: WatcherDeps): Promise<void> {
  const { db, chain, node, nowMs, events } = deps
  const state = await chainState(db, chain.id)
  if (state?.haltedBecause != null) return
  const head = await node.headNumber()
  if (state === null) await begin(deps)
  for (;;) {
    const last = await lastBlock(db, chain.id)
    if (last === null) throw new OtherChain('the blocks that were read are gone')
    const ancestor = await commonBlock(deps, last, head)
    if (ancestor < last.number) {
      if (await goBackTo(db, { chain, last, ancestor, nowMs: nowMs(), events })) return
      continue
    }
    if (!(await readOn(deps, last, head))) break
  }
  await creditDue(db, chain, nowMs(), deps)
}

/** Reads blocks on top of `last` while they connect. Returns true when the chain changed and one did not connect. */
async function readOn(deps: WatcherDeps, last: BlockMark, head: number): Promise<boolean> {
  let hash = last.hash
  for (let number = last.number + 1; number <= head; number++) {
    const block = await deps.node.block(number)
    if (block === null) return false
    if (block.parentHash !== hash) return true
    await readBlock(deps, block)
    hash = block.hash
    if (number % CREDIT_EVERY_BLOCKS === 0) await creditDue(deps.db, deps.chain, deps.nowMs(), deps)
  }
  return false
}

async function readBlock(deps: WatcherDeps, block: Block): Promise<void> {
  const { db, chain, node, watched, nowMs, events } = deps
  await watched.refresh(db)
  const moves = await movesIn({ chain, node, watched, reader: db }, block)
  const deposits = depositsIn(chain, watched, block, moves, nowMs())
  await transact(db, async (tx) => {
    await lockChain(tx, chain.id)
    await insertBlock(tx, chain.id, block, block.parentHash)
    await insertMoves(tx, chain.id, block.number, moves)
    const seen = await insertDeposits(tx, deposits)
    await bookReturns(tx, seen, nowMs())
    if (block.number % 256 === 0) await dropBlocksBelow(tx, chain.id, block.number - KEPT)
    const changed = seen.map(({ deposit }) => deposit).filter(({ userId }) => userId !== HOUSE)
    if (changed.length > 0) await events.emit(tx, 'deposits_changed', { deposits: changed })
  })
}

/** The newest block that is both recorded and on the chain; `last` itself when nothing changed. */
async function commonBlock({ db, chain, node }: WatcherDeps, last: BlockMark, head: number): Promise<number> {
  // A lagging node, such as one that restarts, has no answer for newer blocks.
  const top = Math.min(last.number, head)
  for (let number = top; ; number--) {
    const known = await blockHash(db, chain.id, number)
    if (known === null) throw new OtherChain('it has changed deeper than is kept')
    const present = await node.blockHash(number)
    // The block existed when the head was read. This node lags behind the earlier one: no reorganisation.
    if (present === null) throw new NodeUnreachable(`no node has block ${number} any more`)
    if (present === known) return number === top ? last.number : number
  }
}

/** Records the first block, and the hot address's holdings before it. */
async function begin({ db, chain, node, hot }: WatcherDeps): Promise<void> {
  const origin = await node.block(chain.firstBlock)
  if (origin === null) throw new OtherChain(`it has no block ${chain.firstBlock}`)
  const holders = holdersOf(chain, hot)
  // The sandbox's first blocks deploy its tokens: nobody holds any yet, and the node does not keep that state.
  const isNew = chain.isTest || origin.number === 0
  const held = isNew ? [] : await node.holdings(holders, origin.number)
  const moves = holders.flatMap(({ address, currency }, i): StoredMove[] => {
    const raw = held[i] ?? 0n
    return raw > 0n ? [{ txid: origin.hash, index: currency, address, currency, raw, kind: 'opening' }] : []
  })
  await transact(db, async (tx) => {
    await openChainState(tx, chain.id, origin)
    await insertBlock(tx, chain.id, origin, null)
    await insertMoves(tx, chain.id, origin.number, moves)
  })
}
