import { HOUSE, type Kind } from '@tickmark/core/ledger/accounts'
import { type Book, CURRENCIES } from '@tickmark/core/money/currencies'
import { ONE } from '@tickmark/core/money/money'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addKeyless } from '../../module/proof/keyless.testing.ts'
import { createTestDatabase } from '../../db/database.testing.ts'
import { payIn } from '../../ledger/realMoney.testing.ts'
import type { Db } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { postTransfers } from '../../ledger/post.ts'
import { houseBalance } from '../../ledger/store.ts'
import { stillClock } from '../../market/market.testing.ts'
import { createFixture, requestFor, tagSecret } from '../fixture.testing.ts'
import { createPlacing } from './placingQueue.ts'
import { sandboxBankroll } from '../../ledger/grants.ts'
import { bankrollMeans, createExposureLimits, usdtPriceAt } from './exposureLimits.ts'
import { exposureLimits, setExposure } from './exposureLimits.testing.ts'

test.each([
  ['USDT', 500_000n * ONE, 25_000n * ONE],
  ['ETH', 150n * ONE, (75n * ONE) / 10n],
  ['BTC', (75n * ONE) / 10n, (375n * ONE) / 1_000n],
  ['TRX', 0n, 0n],
])('all orders in %s may cost the house %s, and one user may stake %s on a coin', (code, house, user) => {
  const id = CURRENCIES.find((one) => one.code === code)?.id ?? 0
  expect([exposureLimits.exposure(id, 'real').house, exposureLimits.userMost(id)]).toEqual([house, user])
})

test('the house never risks more than half of its bankroll, and nothing in an unknown currency', () => {
  for (const one of CURRENCIES) {
    expect(exposureLimits.exposure(one.id, 'real').house * 2n).toBeLessThanOrEqual(sandboxBankroll(one))
  }
  expect([exposureLimits.exposure(99, 'real').house, exposureLimits.userMost(99)]).toEqual([0n, 0n])
})

test('the real book accepts as much as the house was funded with and operators moved there, and nothing before that', async () => {
  const { database, close } = await createTestDatabase()
  try {
    const { db } = database
    const limits = createExposureLimits({ db, clock: stillClock(1), mode: 'live' }, { rules: () => null })
    const most = async () => {
      await limits.refresh()
      const { user, house } = limits.exposure(1, 'real')
      return [user, house].map((amount) => amount / ONE)
    }
    await fund(db, 'simulated', 9_000n, 'bankroll')
    await fund(db, 'real', 7_000n, 'inventory')
    expect(await most()).toEqual([0n, 0n])
    await fund(db, 'real', 2_000n, 'bankroll')
    expect(await most()).toEqual([20n, 1_000n])
    await fund(db, 'real', 1_000n, 'bankroll')
    expect(await most()).toEqual([30n, 1_500n])
    await move(db, 'inventory', 'bankroll', 3_000n)
    expect(await most()).toEqual([60n, 3_000n])
    await move(db, 'bankroll', 'inventory', 2_000n)
    expect(await most()).toEqual([40n, 2_000n])
    expect(await bankrollMeans(db)).toEqual(new Map([[1, 4_000n * ONE]]))
    expect(limits.exposure(3, 'real').house).toBe(0n)
    expect(limits.exposure(1, 'simulated').growth).toBe(1_000_000n * ONE)
  } finally {
    await close()
  }
})

test('accounts that fill their shares of the sandbox leave room for others', async () => {
  const accounts = 60
  const own = await createFixture(accounts + 1)
  const { db } = own.database
  try {
    const limits = createExposureLimits({ db, clock: own.clock, mode: 'sandbox' }, { rules: () => null })
    const usdtPrice = () => ONE
    const placing = createPlacing({ ...own, tagSecret, limits, usdtPrice })
    const terms = { ...requestFor(1).terms, ratePct: 380 }
    const ask = async (userId: number, stake: bigint) => {
      const done = await placing.place(requestFor(userId, { book: 'real', stake, terms }))
      return done.ok ? 'accepted' : done.refusal.code
    }
    const answers: string[] = []
    for (let userId = 1; userId <= accounts; userId++) {
      await giveTestMoney(db, userId)
      await addKeyless(db, userId, own.clock.nowMs())
      if (userId % 20 === 1) await limits.refresh()
      answers.push(await ask(userId, 2_631n * ONE))
    }
    expect(new Set(answers)).toEqual(new Set(['accepted']))
    expect(await ask(1, 2n * ONE)).toBe('profit_limit')
    await giveTestMoney(db, accounts + 1)
    await addKeyless(db, accounts + 1, own.clock.nowMs())
    expect(await ask(accounts + 1, ONE)).toBe('accepted')
    const funded = await houseBalance(db, 'real', 1, 'bankroll')
    await Promise.all([
      limits.refresh(),
      limits.refresh(),
      createExposureLimits({ db, clock: own.clock, mode: 'sandbox' }, { rules: () => null }).refresh(),
    ])
    expect(await houseBalance(db, 'real', 1, 'bankroll')).toBe(funded)
    expect(await own.audit()).toEqual([])
  } finally {
    await own.close()
  }
})

test('a short live house is not funded automatically, and two processes fund a sandbox once', async () => {
  const own = await createFixture(1)
  const { db } = own.database
  const [live, one, other] = (['live', 'sandbox', 'sandbox'] as const).map((mode) =>
    createExposureLimits({ db, clock: own.clock, mode }, { rules: () => null }),
  )
  const millions = async () => (await houseBalance(db, 'real', 1, 'bankroll')) / (1_000_000n * ONE)
  try {
    await setExposure(db, 300_000n * ONE)
    await live?.refresh()
    expect(await millions()).toBe(1n)
    await Promise.all([one?.refresh(), other?.refresh()])
    expect(await millions()).toBe(2n)
    expect(one?.exposure(1, 'real')).toEqual({ user: 10_000n * ONE, house: 1_000_000n * ONE, growth: 0n })
    // Short once more, it is funded once more.
    await setExposure(db, 800_000n * ONE)
    await Promise.all([one?.refresh(), other?.refresh()])
    expect(await millions()).toBe(3n)
  } finally {
    await own.close()
  }
})

function giveTestMoney(db: Db, userId: number): Promise<void> {
  return payIn(db, { userId, currency: 1, amount: 3_000n * ONE }, 1)
}

function fund(db: Db, book: Book, whole: bigint, kind: Kind): Promise<unknown> {
  const to = { owner: HOUSE, book, currency: 1, kind }
  const posting = { from: { ...to, kind: 'external' as const }, to, amount: whole * ONE }
  return transact(db, (tx) =>
    postTransfers(tx, [{ ...posting, cause: 'funding', ref: randomUUID(), leg: 0 }], 1),
  )
}

/** Moves money between accounts of the real book; the two operators who decide that are no matter of this test. */
function move(db: Db, payer: Kind, paid: Kind, whole: bigint): Promise<unknown> {
  const account = { owner: HOUSE, book: 'real' as const, currency: 1 }
  const [from, to] = [
    { ...account, kind: payer },
    { ...account, kind: paid },
  ] as const
  return transact(db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await postTransfers(
      tx,
      [{ from, to, amount: whole * ONE, cause: 'treasury', ref: randomUUID(), leg: 0 }],
      1,
    )
  })
}

test('a currency is valued at its coin’s latest price, a dollar coin at one, and a paused coin has no value', () => {
  const prices = new Map([[2, 3_500n * ONE]])
  const priceOf = usdtPriceAt({ latest: () => ({ seq: 1, atMs: 0, prices }) })
  expect([1, 2, 3, 4, 99].map(priceOf)).toEqual([ONE, ONE, 3_500n * ONE, null, null])
  expect(usdtPriceAt({ latest: () => null })(3)).toBeNull()
})
