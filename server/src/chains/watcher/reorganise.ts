import { HOUSE } from '@tickmark/core/ledger/accounts'
import { newestFinal } from '@tickmark/core/wallet/confirmations'
import { isCheckViolation } from '../../db/failures.ts'
import type { Db, Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { postTransfers, refOf } from '../../ledger/post.ts'
import type { Chain } from '../node/network.ts'
import type { ChainsDeps } from '../deposits/ports.ts'
import { type Deposit, orphanAbove, type SeenDeposit } from '../deposits/depositStore.ts'
import type {} from '../events.ts'
import { isPosted } from '../deposits/fundingStore.ts'
import {
  type BlockMark,
  dropBlocksAbove,
  haltChain,
  hasMoves,
  lastBlock,
  lockChain,
  ReadElsewhere,
} from '../deposits/store.ts'

interface Return {
  chain: Chain
  /** The newest recorded block when the nodes were queried. */
  last: BlockMark
  /** The last common block of our records and the chain. */
  ancestor: number
  nowMs: number
  events: ChainsDeps['events']
}

/**
 * Rolls back to the last common block. Deposits above it wait to be seen again. The house bears the loss of credited
 * ones: no user's balance changes, and the chain halts until an operator clears it. Returns whether it halted. Throws
 * ReadElsewhere when another process has read on or rolled back meanwhile.
 */
export function goBackTo(db: Db, back: Return): Promise<boolean> {
  const work = (isBooked: boolean) => transact(db, (tx) => goBack(tx, back, isBooked))
  // When even the house cannot cover the loss, the books stay unchanged and the audit reports the gap.
  return work(true).catch((thrown: unknown) => {
    if (!isCheckViolation(thrown, 'account_is_covered')) throw thrown
    return work(false)
  })
}

async function goBack(tx: Tx, back: Return, isBooked: boolean): Promise<boolean> {
  const { chain, last, ancestor, nowMs, events } = back
  await lockChain(tx, chain.id)
  if ((await lastBlock(tx, chain.id))?.hash !== last.hash) throw new ReadElsewhere(chain.id)
  const final = newestFinal(last.number, chain.confirmations)
  const isTooDeep = await hasMoves(tx, chain.id, ancestor + 1, final)
  const gone = await orphanAbove(tx, chain.id, ancestor, nowMs)
  const lost = gone.filter((one) => one.state === 'lost')
  if (isBooked) await bookLosses(tx, lost, nowMs)
  await dropBlocksAbove(tx, chain.id, ancestor)
  const halts = isTooDeep || lost.length > 0
  if (halts) await haltChain(tx, chain.id, 'reorganised', nowMs)
  const deposits = gone.filter(({ userId }) => userId !== HOUSE)
  if (deposits.length > 0) await events.emit(tx, 'deposits_changed', { deposits })
  return halts
}

async function bookLosses(tx: Tx, lost: readonly Deposit[], nowMs: number): Promise<void> {
  const postings = lost.flatMap((one) => {
    const bankroll = { owner: HOUSE, book: 'real', currency: one.currency, kind: 'bankroll' } as const
    const outside = { ...bankroll, kind: 'external' } as const
    const amount = one.posted ?? 0n
    const ref = lossRef(one.id, one.blockHash)
    return amount > 0n ? [{ from: bankroll, to: outside, amount, ref, cause: 'loss' as const, leg: 0 }] : []
  })
  await postTransfers(tx, postings, nowMs)
}

/** Lost deposits that returned to the chain: the house gets back the loss it bore for them. */
export async function bookReturns(tx: Tx, seen: readonly SeenDeposit[], nowMs: number): Promise<void> {
  for (const { deposit, before } of seen) {
    const amount = deposit.posted ?? 0n
    if (before?.state !== 'lost' || amount === 0n) continue
    const loss = lossRef(deposit.id, before.blockHash)
    if (!(await isPosted(tx, loss, 'loss'))) continue
    const bankroll = { owner: HOUSE, book: 'real', currency: deposit.currency, kind: 'bankroll' } as const
    const outside = { ...bankroll, kind: 'external' } as const
    await postTransfers(
      tx,
      [{ from: outside, to: bankroll, amount, ref: loss, cause: 'funding', leg: 0 }],
      nowMs,
    )
  }
}

/** The ref is unique per loss, because a deposit may be lost again in another block. */
function lossRef(id: string, blockHash: string): string {
  return refOf(`lost:${id}:${blockHash}`)
}
