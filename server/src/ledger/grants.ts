import { CURRENCIES, type Currency } from '@tickmark/core/money/currencies'
import { accept, type Decision } from '@tickmark/core/decision'
import { HOUSE, type AccountKey } from '@tickmark/core/ledger/accounts'
import { LOAN } from '@tickmark/core/loans/terms'
import { type Amount, ONE } from '@tickmark/core/money/money'
import { growthFor } from '@tickmark/core/orders/exposure'
import { randomUUID } from 'node:crypto'
import type { Clock } from '../platform/clock.ts'
import type { Db, Tx } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { once } from './idempotency.ts'
import { requestHash, postTransfers, refOf, type Posting } from './post.ts'
import { balances, fundedWith, houseBalance, lockBook } from './store.ts'

/** The house's bankroll in each book of the sandbox, by currency code. */
const BANKROLLS: Readonly<Record<string, Amount>> = {
  USDT: 1_000_000n * ONE,
  USDC: 1_000_000n * ONE,
  ETH: 300n * ONE,
  BTC: 15n * ONE,
}

/** The house's swap inventory in each book of the sandbox, by currency code. */
const INVENTORIES: Readonly<Record<string, Amount>> = {
  ...BANKROLLS,
  TRX: 5_000_000n * ONE,
  BNB: 1_500n * ONE,
  SOL: 5_000n * ONE,
}

/** The sandbox's lending pool, in USDT of the real book, the only book with loans. */
const LENDING_POOL = 1_000_000n * ONE

/** The house's bankroll for orders in a currency of a sandbox book; zero for a currency that pays for none. */
export function sandboxBankroll({ code }: Currency): Amount {
  return BANKROLLS[code] ?? 0n
}

/** Gives a new user the opening money of the simulated book, in the registration's transaction. Idempotent. */
export async function grantOpening(tx: Tx, userId: number, nowMs: number): Promise<void> {
  await grantOpenings(tx, [userId], nowMs)
}

export async function grantOpenings(tx: Tx, userIds: readonly number[], nowMs: number): Promise<void> {
  const postings = userIds.flatMap((userId) => {
    const ref = refOf(`opening:${userId}`)
    const given = CURRENCIES.filter((currency) => currency.opening > 0n)
    return given.map(({ id, opening }) => fromOutside({ owner: userId, currency: id }, opening, ref))
  })
  await postTransfers(tx, postings, nowMs)
}

/**
 * Resets the user's available simulated money to the opening money, if `mayReset` says so under the book's lock. Money in
 * open orders stays there.
 */
export async function resetSimulated<R extends { code: string } = never>(
  db: Db,
  clock: Clock,
  { userId, key }: { userId: number; key: string },
  mayReset: (tx: Tx, nowMs: number) => Promise<Decision<null, R>>,
): Promise<Decision<{ isRepeat: boolean }, R | { code: 'key_reused' }>> {
  const fingerprint = requestHash('resetSimulated')
  const keyed = { userId, key, nowMs: clock.nowMs(), route: 'resetSimulated', fingerprint }
  const done = await transact(db, (tx) =>
    once<R>(tx, keyed, async () => {
      await lockBook(tx, 'simulated')
      const nowMs = clock.nowMs()
      const allowed = await mayReset(tx, nowMs)
      if (!allowed.ok) return allowed
      const held = await balances(tx, userId, 'simulated')
      const postings = resetPostings(userId, held, refOf(`reset:${userId}:${key}`))
      await postTransfers(tx, postings, nowMs)
      return accept('{}')
    }),
  )
  return done.ok ? accept({ isRepeat: done.value.isRepeat }) : done
}

function resetPostings(userId: number, held: ReadonlyMap<number, Amount>, ref: string): Posting[] {
  const postings: Posting[] = []
  for (const { id, opening } of CURRENCIES) {
    const has = held.get(id) ?? 0n
    if (has === opening) continue
    const account: AccountKey = { owner: userId, book: 'simulated', currency: id, kind: 'available' }
    const outside: AccountKey = { ...account, owner: HOUSE, kind: 'external' }
    const [from, to, amount] =
      has < opening ? [outside, account, opening - has] : [account, outside, has - opening]
    postings.push({ from, to, amount, ref, cause: 'reset', leg: id })
  }
  return postings
}

/** Posts the sandbox's house money at the first start. Idempotent. Returns the number of funded accounts. */
export function fundHouse(db: Db, nowMs: number): Promise<number> {
  return transact(db, (tx) =>
    postTransfers(tx, [...houseFunds('bankroll'), ...houseFunds('inventory'), poolPosting(0n)], nowMs),
  )
}

/** The postings of the house's opening money: bankrolls pay for orders, inventories for swaps. */
export function houseFunds(kind: 'bankroll' | 'inventory'): Posting[] {
  const sums = kind === 'bankroll' ? BANKROLLS : INVENTORIES
  return (['real', 'simulated'] as const).flatMap((book) =>
    CURRENCIES.flatMap(({ id, code }) => {
      const to: AccountKey = { owner: HOUSE, book, currency: id, kind }
      const from: AccountKey = { ...to, kind: 'external' }
      const ref = refOf(`${kind}:${book}:${code}`)
      const amount = sums[code]
      return amount ? [{ from, to, amount, ref, cause: 'funding' as const, leg: 0 }] : []
    }),
  )
}

/**
 * Sandbox: funds the real book's bankroll of a currency once more with its opening money. `before` is its total funding so far:
 * of callers that have read the same total, one funds it.
 */
export async function fundAgain(tx: Tx, currency: Currency, before: Amount, nowMs: number): Promise<void> {
  await postTransfers(tx, [postingAgain('bankroll', currency, before)], nowMs)
}

/**
 * Sandbox: funds the real book's inventory of a currency once more with its opening money, when it holds less than half of
 * that. The caller has locked the book.
 */
export async function refillInventory(tx: Tx, currency: Currency, nowMs: number): Promise<void> {
  const held = await houseBalance(tx, 'real', currency.id, 'inventory')
  if (2n * held >= (INVENTORIES[currency.code] ?? 0n)) return
  const before = await fundedWith(tx, currency.id, 'inventory')
  await postTransfers(tx, [postingAgain('inventory', currency, before)], nowMs)
}

function postingAgain(kind: 'bankroll' | 'inventory', { id, code }: Currency, before: Amount): Posting {
  const to: AccountKey = { owner: HOUSE, book: 'real', currency: id, kind }
  const amount = (kind === 'bankroll' ? BANKROLLS : INVENTORIES)[code] ?? 0n
  const ref = refOf(`${kind}:real:${code}:${before}`)
  return { from: { ...to, kind: 'external' }, to, amount, ref, cause: 'funding', leg: 0 }
}

/** Sandbox: funds the lending pool once more with its opening money; `before` as for `fundAgain`. */
export async function fundPoolAgain(tx: Tx, before: Amount, nowMs: number): Promise<void> {
  await postTransfers(tx, [poolPosting(before)], nowMs)
}

function poolPosting(before: Amount): Posting {
  const to: AccountKey = { owner: HOUSE, book: 'real', currency: LOAN.currency, kind: 'lending' }
  const from: AccountKey = { ...to, kind: 'external' }
  return { from, to, amount: LENDING_POOL, ref: refOf(`lending:${before}`), cause: 'funding', leg: 0 }
}

/**
 * Lets the simulated book's inventory of a currency grow by whole steps of its opening money, until it holds `owed`. The
 * caller has locked the book.
 */
export async function growInventory(
  tx: Tx,
  { id, code }: Currency,
  owed: Amount,
  nowMs: number,
): Promise<void> {
  const to: AccountKey = { owner: HOUSE, book: 'simulated', currency: id, kind: 'inventory' }
  const amount = growthFor(
    await houseBalance(tx, 'simulated', id, 'inventory'),
    owed,
    INVENTORIES[code] ?? 0n,
  )
  if (amount === 0n) return
  const from: AccountKey = { ...to, kind: 'external' }
  await postTransfers(tx, [{ from, to, amount, ref: randomUUID(), cause: 'growth', leg: 0 }], nowMs)
}

function fromOutside(to: { owner: number; currency: number }, amount: Amount, ref: string): Posting {
  const account: AccountKey = { ...to, book: 'simulated', kind: 'available' }
  return {
    from: { ...account, owner: HOUSE, kind: 'external' },
    to: account,
    amount,
    ref,
    cause: 'grant',
    leg: to.currency,
  }
}
