import { HOUSE } from '@tickmark/core/ledger/accounts'
import type { Amount } from '@tickmark/core/money/money'
import { newestFinal } from '@tickmark/core/wallet/confirmations'
import type { Db, Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { postTransfers, type Posting } from '../../ledger/post.ts'
import { lockBook } from '../../ledger/store.ts'
import type { Chain } from '../node/network.ts'
import type { ChainsDeps } from './ports.ts'
import type {} from '../events.ts'
import { type Deposit, houseTotals, lockDue, markCredited } from './depositStore.ts'
import { givenFunds } from './fundingStore.ts'
import { chainState, lastBlock } from './store.ts'

type CreditDeps = Pick<ChainsDeps, 'events'>

/** While it reads many blocks, the watcher credits whenever their number is a multiple of this. */
export const CREDIT_EVERY_BLOCKS = 16

/** Maximum deposits per transaction. */
const CHUNK = 500

/**
 * Credits every deposit that has its confirmations. They are counted in recorded blocks, which must include the
 * deposit's own. The deposit's state and the posting's ref ensure one credit each. Returns the number credited.
 */
export async function creditDue(db: Db, chain: Chain, nowMs: number, deps: CreditDeps): Promise<number> {
  for (let total = 0; ;) {
    const count = await transact(db, (tx) => creditChunk(tx, chain, nowMs, deps))
    total += count
    if (count < CHUNK) return total
  }
}

async function creditChunk(tx: Tx, chain: Chain, nowMs: number, deps: CreditDeps): Promise<number> {
  const state = await chainState(tx, chain.id)
  const head = await lastBlock(tx, chain.id)
  if (head === null || state === null || state.haltedBecause !== null) return 0
  const due = await lockDue(tx, chain.id, newestFinal(head.number, chain.confirmations), CHUNK)
  if (due.length === 0) return 0
  const users = due.filter((one) => one.userId !== HOUSE)
  if (users.length > 0) {
    // Runs before the book's lock, to keep the lock short.
    await deps.events.emit(tx, 'deposits_credited', { deposits: users, network: chain.name, atMs: nowMs })
    const deposits = users.map(({ userId, id }) => ({ userId, id, state: 'credited' as const }))
    await deps.events.emit(tx, 'deposits_changed', { deposits })
  }
  await lockBook(tx, 'real')
  await credit(tx, users, (one) => one.amount, nowMs)
  // One at a time: each depends on the totals of those before it.
  for (const deposit of due.filter((one) => one.userId === HOUSE)) {
    const posted = await newFunds(tx, deposit)
    await credit(tx, [deposit], () => posted, nowMs)
  }
  return due.length
}

async function credit(
  tx: Tx,
  deposits: readonly Deposit[],
  postedFor: (deposit: Deposit) => Amount,
  nowMs: number,
): Promise<void> {
  const done = deposits.map((deposit) => ({ deposit, posted: postedFor(deposit) }))
  const postings = done.flatMap(({ deposit, posted }) => (posted > 0n ? [postingOf(deposit, posted)] : []))
  await postTransfers(tx, postings, nowMs)
  const rows = done.map(({ deposit, posted }) => ({ id: deposit.id, posted }))
  await markCredited(tx, rows, nowMs)
}

/**
 * The part of a house deposit that the books do not hold yet; the sandbox's books hold what the house was
 * given before it is on the chain.
 */
async function newFunds(tx: Tx, { currency, amount }: Deposit): Promise<Amount> {
  const given = await givenFunds(tx, currency)
  const earlier = await houseTotals(tx, currency)
  const excess = earlier.amount + amount - given - earlier.posted
  return excess <= 0n ? 0n : excess < amount ? excess : amount
}

function postingOf({ id, userId, currency }: Deposit, amount: Amount): Posting {
  const outside = { owner: HOUSE, book: 'real', currency, kind: 'external' } as const
  const isHouse = userId === HOUSE
  return {
    from: outside,
    to: { ...outside, owner: userId, kind: isHouse ? 'inventory' : 'available' },
    amount,
    ref: id,
    cause: isHouse ? 'funding' : 'deposit',
    leg: 0,
  }
}
