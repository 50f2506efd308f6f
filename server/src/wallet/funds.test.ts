import { CURRENCIES } from '@tickmark/core/money/currencies'
import { formatAmount, ONE, type Amount } from '@tickmark/core/money/money'
import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { available } from '../ledger/store.ts'
import type { Owner } from '../module/funds.ts'
import { heldAt } from './history.ts'
import { inSnapshot, ownFunds } from './ownFunds.ts'
import { statementOf } from './statement.ts'
import { openWallet, type Wallet } from './wallet.testing.ts'

let wallet: Wallet
let lastUser = 0
beforeAll(async () => {
  wallet = await openWallet()
  await wallet.pay(1, 'USDT', '1000000', { cause: 'funding', to: 'bankroll' })
})
afterAll(() => wallet.end())

const amounts = fc.integer({ min: 1, max: 400 })
/** `which` selects the order or the hold that ends. */
interface Step {
  does: 'deposit' | 'order' | 'withdraw' | 'win' | 'lose' | 'payOut' | 'release'
  amount: number
  which: number
}

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    does: fc.constantFrom<Step['does'][]>('deposit', 'order', 'withdraw'),
    amount: amounts,
    which: fc.constant(0),
  }),
  fc.record({
    does: fc.constantFrom<Step['does'][]>('win', 'lose', 'payOut', 'release'),
    amount: amounts,
    which: fc.nat(5),
  }),
)

interface Open {
  ref: string
  amount: number
}

/** The user's money by the journal alone: money paid into the user's accounts, and stakes that have not returned. */
async function ofJournal({ userId }: Owner): Promise<Amount> {
  const { rows } = await sql<{ own: bigint }>`
    with mine as (select ${userId}::bigint as owner)
    select (coalesce(sum(case when to_id >> 10 = owner then amount else 0 end), 0)
      - coalesce(sum(case when from_id >> 10 = owner then amount else 0 end), 0)
      + coalesce(sum(case when from_id >> 10 = owner and cause = 1 and not exists (
          select from movement ended where ended.ref = t.ref and ended.cause = 2) then amount else 0 end), 0))::bigint as own
    from movement t, mine where to_id >> 10 = owner or from_id >> 10 = owner`.execute(wallet.deps.db)
  return rows[0]?.own ?? 0n
}

async function ofSources(owner: Owner): Promise<Amount> {
  const {
    available: free,
    inProducts,
    held,
  } = await inSnapshot(wallet.deps.db, (tx) => ownFunds(tx, wallet.deps.funds, owner))
  return [free, ...inProducts, ...held].reduce((total, sums) => total + (sums.get(1) ?? 0n), 0n)
}

async function play(owner: Owner, { does, amount, which }: Step, open: { orders: Open[]; holds: Open[] }) {
  const { userId } = owner
  const pay = (sum: number, more: Parameters<Wallet['pay']>[3]) =>
    wallet.pay(userId, 'USDT', String(sum), more)
  const has = (await available(wallet.deps.db, userId, owner.book, 1)) >= BigInt(amount) * ONE
  if (does === 'deposit') return pay(amount, {})
  if (does === 'order' && has) {
    open.orders.push({ ref: await wallet.place(userId, 'USDT', String(amount)), amount })
    return
  }
  if (does === 'withdraw' && has) {
    open.holds.push({ ref: randomUUID(), amount })
    return pay(amount, { cause: 'withdrawal', from: 'available', to: 'hold' })
  }
  const isOrder = does === 'win' || does === 'lose'
  const [ended] = (isOrder ? open.orders : open.holds).splice(which, 1)
  if (!ended) return
  const { ref } = ended
  if (isOrder) return wallet.settle(ref, does === 'win' ? 'won' : 'lost')
  const to = does === 'payOut' ? 'external' : 'available'
  if (does === 'payOut' || does === 'release')
    await pay(ended.amount, { cause: 'payout', from: 'hold', to, ref })
}

test('in any history, the sources together hold what the journal says, now and at any earlier moment', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 8, maxLength: 25 }), async (happened) => {
      const owner: Owner = { userId: ++lastUser, book: 'simulated' }
      const open: { orders: Open[]; holds: Open[] } = { orders: [], holds: [] }
      const then: [atMs: number, own: Amount][] = []
      await play(owner, { does: 'deposit', amount: 400, which: 0 }, open)
      for (const step of happened) {
        await play(owner, step, open)
        seen.add(step.does)
        const own = await ofJournal(owner)
        expect(await ofSources(owner)).toBe(own)
        then.push([wallet.clock.nowMs(), own])
        wallet.clock.advance(60_000)
      }
      const times = then.map(([atMs]) => atMs)
      const counted = await inSnapshot(wallet.deps.db, (tx) => heldAt(tx, wallet.deps.funds, owner, times))
      const usdt = CURRENCIES.find(({ code }) => code === 'USDT')
      expect(usdt && counted.get(usdt)).toEqual(then.map(([, own]) => own))
      await statementAgrees(owner)
    }),
    { numRuns: 12 },
  )
  expect(seen.size).toBe(7)
}, 120_000)

/** The lines of a statement lead from zero to the balance. */
async function statementAgrees(owner: Owner): Promise<void> {
  const span = { fromMs: 0, toMs: wallet.clock.nowMs() + 1, after: null, most: 1_000 }
  const { opening, closing, lines } = await statementOf(wallet.deps, {
    ...owner,
    ...span,
    currencyId: 1,
    kind: 'available',
  })
  expect(opening).toBe('0')
  expect(closing).toBe(formatAmount(await available(wallet.deps.db, owner.userId, owner.book, 1)))
  expect(lines.at(-1)?.balance).toBe(closing)
}
