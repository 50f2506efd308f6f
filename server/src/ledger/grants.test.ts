import { assert } from '@tickmark/core/assert'
import { CURRENCIES, currencyById } from '@tickmark/core/money/currencies'
import { accept, refuse } from '@tickmark/core/decision'
import { accountId, CAUSES, HOUSE, KINDS } from '@tickmark/core/ledger/accounts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'
import { transact } from '../db/transact.ts'
import { stillClock } from '../market/market.testing.ts'
import { auditLedger } from './audit.testing.ts'
import {
  fundAgain,
  fundHouse,
  fundPoolAgain,
  grantOpening,
  houseFunds,
  refillInventory,
  resetSimulated,
  sandboxBankroll,
} from './grants.ts'
import { fundBankrolls, fundInventories } from './grants.testing.ts'
import { forgetOldRequests, KEY_LIFE_MS, once, type KeyedRequest } from './idempotency.ts'
import { openLedger } from './module.ts'
import { postTransfers, refOf } from './post.ts'
import { available, balances, houseBalance, lockBook } from './store.ts'

let own: TestDatabase
beforeAll(async () => void (own = await createTestDatabase()))
afterAll(() => own.close())
const clock = stillClock(1)
const whenever = async () => accept(null)
const grant = (userId: number) => transact(own.database.db, (tx) => grantOpening(tx, userId, 1))
const openings = new Map(
  CURRENCIES.flatMap((one) => (one.opening > 0n ? [[one.id, one.opening] as const] : [])),
)

test('a new user gets the opening money of the simulated book, once, and nothing in the real one', async () => {
  await Promise.all([grant(1), grant(1), grant(1)])
  await grant(1)
  expect(await balances(own.database.db, 1, 'simulated')).toEqual(openings)
  expect(await balances(own.database.db, 1, 'real')).toEqual(new Map())
  expect(await available(own.database.db, 1, 'simulated', 1)).toBe(10_000_00000000n)
  expect(await available(own.database.db, 2, 'simulated', 1)).toBe(0n)
})

test('bankrolls are funded once, however many processes start', async () => {
  const funded = await Promise.all([1, 2, 3].map(() => fundBankrolls(own.database.db, 1)))
  expect(funded.toSorted((one, other) => one - other)).toEqual([0, 0, 8])
  expect(await fundBankrolls(own.database.db, 2)).toBe(0)
  expect(await houseBalance(own.database.db, 'real', 1, 'bankroll')).toBe(1_000_000_00000000n)
  expect(await houseBalance(own.database.db, 'simulated', 4, 'bankroll')).toBe(15_00000000n)
})

test('inventories are funded next to them, once, in every currency', async () => {
  expect(await fundInventories(own.database.db, 1)).toBe(2 * CURRENCIES.length)
  expect(await fundInventories(own.database.db, 2)).toBe(0)
  expect(await houseBalance(own.database.db, 'real', 7, 'inventory')).toBe(5_000_00000000n)
})

test('each currency of the house begins with its own sum, the same in both books', () => {
  const sums = (kind: 'bankroll' | 'inventory', book: string) =>
    houseFunds(kind).flatMap(({ from, to, amount, cause }) =>
      to.book === book
        ? [`${currencyById(to.currency)?.code} ${amount / 100_000_000n} ${cause} ${from.kind} ${to.kind}`]
        : [],
    )
  const money = ['USDT 1000000', 'USDC 1000000', 'ETH 300', 'BTC 15']
  const coins = ['BNB 1500', 'SOL 5000', 'TRX 5000000']
  for (const book of ['real', 'simulated']) {
    const told = (list: string[], kind: string) =>
      list.map((one) => `${one} funding external ${kind}`).toSorted()
    expect(sums('bankroll', book).toSorted()).toEqual(told(money, 'bankroll'))
    expect(sums('inventory', book).toSorted()).toEqual(told([...money, ...coins], 'inventory'))
  }
  expect(
    CURRENCIES.map((one) => sandboxBankroll(one) / 100_000_000n).toSorted((a, b) => Number(a - b)),
  ).toEqual([0n, 0n, 0n, 15n, 300n, 1_000_000n, 1_000_000n])
})

test('a start funds both, and the real book’s lending pool, with the same references as separate calls', async () => {
  const fresh = await createTestDatabase()
  const { db } = fresh.database
  try {
    expect(await fundBankrolls(db, 1)).toBe(8)
    expect(await fundHouse(db, 2)).toBe(2 * CURRENCIES.length + 1)
    expect(await fundHouse(db, 3)).toBe(0)
    expect(await houseBalance(db, 'real', 1, 'bankroll')).toBe(1_000_000_00000000n)
    expect(await houseBalance(db, 'real', 7, 'inventory')).toBe(5_000_00000000n)
    const pools = (['real', 'simulated'] as const).map((book) => houseBalance(db, book, 1, 'lending'))
    expect(await Promise.all(pools)).toEqual([1_000_000_00000000n, 0n])
  } finally {
    await fresh.close()
  }
})

test('bankroll, inventory and lending pool are each funded again from the same total, once', async () => {
  const fresh = await createTestDatabase()
  const { db } = fresh.database
  const usdt = currencyById(1)
  assert(usdt, 'USDT is a currency')
  const held = async () => {
    const kinds = ['bankroll', 'inventory', 'lending'] as const
    return Promise.all(kinds.map((kind) => houseBalance(db, 'real', usdt.id, kind)))
  }
  const from = { owner: HOUSE, book: 'real', currency: usdt.id, kind: 'inventory' } as const
  const to = { ...from, owner: 3, kind: 'available' } as const
  const million = 1_000_000_00000000n
  try {
    await fundHouse(db, 1)
    const sell = (amount: bigint) =>
      transact(db, (tx) =>
        postTransfers(tx, [{ from, to, amount, ref: refOf(`sold ${amount}`), cause: 'swap', leg: 0 }], 2),
      )
    await sell(500_000_00000000n)
    // Half of it is enough.
    await transact(db, (tx) => refillInventory(tx, usdt, 3))
    expect(await held()).toEqual([million, million / 2n, million])
    await sell(100_000_00000000n)
    for (const _ of [1, 2]) {
      await transact(db, (tx) => fundAgain(tx, usdt, million, 3))
      await transact(db, (tx) => refillInventory(tx, usdt, 3))
      await transact(db, (tx) => fundPoolAgain(tx, million, 3))
    }
    expect(await held()).toEqual([2n * million, 1_400_000_00000000n, 2n * million])
  } finally {
    await fresh.close()
  }
})

test('a reset that waits for its lock is dated when it gets the lock', async () => {
  const { db } = own.database
  await grant(6)
  const account = { owner: 6, book: 'simulated' as const, currency: 1, kind: 'available' as const }
  const outside = { ...account, owner: 0, kind: 'external' as const }
  const gain = { from: outside, to: account, amount: 7n, ref: randomUUID(), cause: 'grant' as const, leg: 0 }
  const waiting = await transact(db, async (tx) => {
    await lockBook(tx, 'simulated')
    const done = resetSimulated(db, clock, { userId: 6, key: randomUUID() }, whenever)
    await expect
      .poll(
        async () =>
          (
            await sql`select 1 from pg_locks where not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(db)
          ).rows,
      )
      .toHaveLength(1)
    clock.advance(100)
    await postTransfers(tx, [gain], clock.nowMs())
    return { done }
  })
  await waiting.done
  const { rows } = await sql<{ at_ms: bigint }>`
    select at_ms from transfer where from_id = ${accountId(account)} and cause = ${CAUSES.reset}`.execute(db)
  expect(rows).toEqual([{ at_ms: BigInt(clock.nowMs()) }])
})

test('a reset restores the opening money from above and below, and a repeat of its key changes nothing', async () => {
  await grant(5)
  const account = { owner: 5, book: 'simulated' as const, currency: 1, kind: 'available' as const }
  const inventory = { ...account, owner: 0, kind: 'inventory' as const }
  const outside = { ...account, owner: 0, kind: 'external' as const }
  const spend = {
    from: account,
    to: inventory,
    amount: 4_000n,
    ref: randomUUID(),
    cause: 'swap' as const,
    leg: 0,
  }
  const gain = {
    from: { ...outside, currency: 2 },
    to: { ...account, currency: 2 },
    amount: 7n,
    ref: randomUUID(),
    cause: 'grant' as const,
    leg: 0,
  }
  await transact(own.database.db, (tx) => postTransfers(tx, [spend, gain], 1))
  const key = randomUUID()
  const reset = () => resetSimulated(own.database.db, clock, { userId: 5, key }, whenever)
  const answers = await Promise.all([reset(), reset()])
  expect(new Set(answers.map((one) => one.ok && one.value.isRepeat))).toEqual(new Set([false, true]))
  expect(await balances(own.database.db, 5, 'simulated')).toEqual(new Map([...openings, [2, 0n]]))
  await transact(own.database.db, (tx) => postTransfers(tx, [{ ...spend, ref: randomUUID() }], 1))
  await reset()
  expect(await available(own.database.db, 5, 'simulated', 1)).toBe(10_000_00000000n - 4_000n)
})

test('each reset has its own effect: of two users under one key, and of one user again under another', async () => {
  await Promise.all([grant(21), grant(22)])
  const [key, later] = [randomUUID(), randomUUID()]
  for (const [userId, under] of [
    [21, key],
    [22, key],
    [21, later],
    [22, later],
  ] as const) {
    const account = { owner: userId, book: 'simulated' as const, currency: 1, kind: 'available' as const }
    const inventory = { ...account, owner: 0, kind: 'inventory' as const }
    const spend = { from: account, to: inventory, amount: 9n, cause: 'swap' as const, leg: 0 }
    await transact(own.database.db, (tx) => postTransfers(tx, [{ ...spend, ref: randomUUID() }], 1))
    const done = await resetSimulated(own.database.db, clock, { userId, key: under }, whenever)
    expect(done).toEqual({ ok: true, value: { isRepeat: false } })
    expect(await balances(own.database.db, userId, 'simulated')).toEqual(new Map(openings))
  }
})

test('a keyed request is carried out once; its key for another request is refused; a refused request may be retried', async () => {
  const request: KeyedRequest = {
    userId: 1,
    route: 'r',
    key: randomUUID(),
    fingerprint: refOf('a'),
    nowMs: 1,
  }
  let done = 0
  const ask = (given: Partial<KeyedRequest> = {}, isRefused = false) =>
    transact(own.database.db, (tx) =>
      once<{ code: 'no' }>(tx, { ...request, ...given }, async () => {
        if (isRefused) return refuse({ code: 'no' })
        return accept(`answer ${++done}`)
      }),
    )
  expect(await ask({}, true)).toEqual({ ok: false, refusal: { code: 'no' } })
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask()))
  expect(answers.map((one) => one.ok && one.value.answer)).toEqual(Array(20).fill('answer 1'))
  expect(answers.filter((one) => one.ok && !one.value.isRepeat)).toHaveLength(1)
  expect(await ask({ fingerprint: refOf('b') })).toEqual({ ok: false, refusal: { code: 'key_reused' } })
  expect(await ask({ userId: 2 })).toMatchObject({ ok: true, value: { isRepeat: false } })
  expect(await ask({ route: 'other' })).toMatchObject({ ok: true, value: { isRepeat: false } })
  // Each keeps its own answer.
  for (const [given, answer] of [
    [{}, 'answer 1'],
    [{ userId: 2 }, 'answer 2'],
    [{ route: 'other' }, 'answer 3'],
  ] as const)
    expect(await ask(given)).toEqual({ ok: true, value: { answer, isRepeat: true } })
  // This test wrote its answers at time 1.
  expect(await forgetOldRequests(own.database.db, KEY_LIFE_MS + 1)).toBe(0)
  expect(await forgetOldRequests(own.database.db, KEY_LIFE_MS + 2)).toBeGreaterThan(2)
})

test('expired answers are deleted at a full hour, not at each tick', async () => {
  const { db } = own.database
  const request = { userId: 9, route: 'r', key: randomUUID(), fingerprint: refOf('a'), nowMs: 1 }
  await transact(db, (tx) => once(tx, request, async () => accept('answer')))
  const ticks: ((tick: { atMs: number }) => Promise<void>)[] = []
  openLedger({ database: own.database }, { onTick: (run) => ticks.push(run) })
  const isKept = async () => (await db.selectFrom('request').select('key').execute()).length > 0
  const hour = Math.ceil(KEY_LIFE_MS / 3_600_000 + 1) * 3_600_000
  for (const [atMs, kept] of [
    [hour + 1_000, true],
    [hour + 3_599_000, true],
    [hour, false],
  ] as const) {
    for (const run of ticks) await run({ atMs })
    expect(await isKept()).toBe(kept)
  }
})

test('the audit finds a balance that does not follow, a mixed book and a flow that is not allowed', async () => {
  expect(await auditLedger(own.database.db)).toEqual([])
  const spoilt = await createTestDatabase()
  const { db } = spoilt.database
  try {
    await transact(db, (tx) => grantOpening(tx, 1, 1))
    await sql`alter table transfer disable trigger user`.execute(db)
    await sql`alter table account disable trigger user`.execute(db)
    await sql`alter table transfer drop constraint transfer_stays_in_its_book`.execute(db)
    await sql`alter table transfer drop constraint transfer_flow_is_allowed`.execute(db)
    await sql`alter table account drop constraint account_is_covered`.execute(db)
    await sql`update account set balance = -1 where (id >> 4) & 31 = 4`.execute(db)
    await sql`insert into transfer values (${1024 + 512 + 16 + KINDS.available}, ${16 + KINDS.escrow}, 1, 0, ${randomUUID()}, 2, 0)`.execute(
      db,
    )
    const rules = new Set((await auditLedger(db)).map((one) => one.rule))
    expect([...rules].toSorted()).toEqual([
      'balance = transfers',
      'books never mix',
      'never changed',
      'not negative',
      'sums',
      'who may pay whom',
    ])
    // Growth, opening money and resets of the real book, and a loan, a late fee and a pool of the simulated one: allowed flows in the wrong book.
    await sql`alter table transfer drop constraint transfer_growth_is_practice`.execute(db)
    await sql`alter table transfer drop constraint transfer_grant_is_practice`.execute(db)
    await sql`alter table transfer drop constraint transfer_lending_is_real`.execute(db)
    for (const [from, to, cause] of [
      [16, 19, CAUSES.growth],
      [16, 1041, CAUSES.grant],
      [1041, 16, CAUSES.reset],
      [535, 1553, CAUSES.loan],
      [1553, 532, CAUSES.repayment],
      [528, 535, CAUSES.funding],
    ] as const)
      await sql`insert into transfer values (${from}, ${to}, 1, 0, ${randomUUID()}, ${cause}, 0)`.execute(db)
    const flows = (await auditLedger(db)).filter((one) => one.rule === 'who may pay whom')
    expect(flows.map((one) => one.where).toSorted()).toEqual([
      'real cause 11',
      'real cause 3',
      'real cause 4',
      'simulated cause 12',
      'simulated cause 13',
      'simulated cause 2',
      'simulated cause 5',
    ])
  } finally {
    await spoilt.close()
  }
})
