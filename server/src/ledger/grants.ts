import type { Book } from '@tickmark/core/currencies'
import type { Amount } from '@tickmark/core/money'
import { accept, type Decision } from '@tickmark/core/decision'
import { assert } from '@tickmark/core/assert'
import { CURRENCIES, currencyByCode } from '@tickmark/core/currencies'
import { HOUSE, type AccountKey } from '@tickmark/core/ledger'
import { parseAmount } from '@tickmark/core/money'
import type { Db, Tx } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { once } from './once.ts'
import { fingerprintOf, postTransfers, refOf, type Posting } from './post.ts'
import { balances, lockBook } from './store.ts'

/** The house's own money in each book of the sandbox, by currency. */
const BANKROLLS: readonly (readonly [code: string, amount: string])[] = [
  ['USDT', '1000000'],
  ['USDC', '1000000'],
  ['ETH', '300'],
  ['BTC', '15'],
]

/** Gives a new user the opening money of the simulated book; a second call changes nothing. Part of registration's transaction. */
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

/** Sets what the user can spend in the simulated book back to the opening money. Money in open orders stays there. */
export async function resetSimulated(
  db: Db,
  request: { userId: number; key: string; nowMs: number },
): Promise<Decision<{ isRepeat: boolean }, { code: 'key_reused' }>> {
  const { userId, key, nowMs } = request
  const keyed = { userId, key, nowMs, route: 'resetSimulated', fingerprint: fingerprintOf('resetSimulated') }
  const done = await transact(db, (tx) =>
    once<never>(tx, keyed, async () => {
      await lockBook(tx, 'simulated')
      const held = await balances(tx, userId, 'simulated')
      await postTransfers(tx, resetPostings(userId, held, refOf(`reset:${userId}:${key}`)), nowMs)
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

/** Puts the sandbox's bankrolls in place at the first start; later starts find them there. Replies with how many were funded. */
export async function fundBankrolls(db: Db, nowMs: number): Promise<number> {
  const postings = (['real', 'simulated'] as Book[]).flatMap((book) =>
    BANKROLLS.map(([code, amount]) => bankrollPosting(book, code, amount)),
  )
  return transact(db, (tx) => postTransfers(tx, postings, nowMs))
}

function bankrollPosting(book: Book, code: string, text: string): Posting {
  const currency = currencyByCode(code)
  const amount = parseAmount(text)
  assert(currency && amount !== null, `${text} ${code} is an amount`)
  const to: AccountKey = { owner: HOUSE, book, currency: currency.id, kind: 'bankroll' }
  return {
    from: { ...to, kind: 'external' },
    to,
    amount,
    ref: refOf(`bankroll:${book}:${code}`),
    cause: 'funding',
    leg: 0,
  }
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
