import { addKeyless } from '../module/proof/keyless.testing.ts'
import { CURRENCIES, type Book, type Currency } from '@tickmark/core/money/currencies'
import { HOUSE } from '@tickmark/core/ledger/accounts'
import { formatAmount } from '@tickmark/core/money/money'
import { swapRates, swapReceives } from '@tickmark/core/wallet/swaps'
import { swapRoutes } from '@tickmark/wire/routes/swaps'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { transact } from '../db/transact.ts'
import { auditLedger } from '../ledger/audit.testing.ts'
import { postTransfers } from '../ledger/post.ts'
import { available, houseBalance, lockBook } from '../ledger/store.ts'
import { askOf, codeOf } from '../orders/orders.testing.ts'
import { signBid } from '../pricing/bids.ts'
import type { CallContext } from '../http/calls/context.ts'
import { findingsBy } from '../module/auditRule.testing.ts'
import { swapsAudit } from './audit.ts'
import { swapSubject } from './subject.ts'
import { idOf, openWallet, START_MS, units, type Wallet } from '../wallet/wallet.testing.ts'

let wallet: Wallet
beforeEach(async () => {
  wallet = await openWallet()
  await addKeyless(wallet.deps.db, 1, START_MS)
})
afterEach(() => wallet.end())

const terms = (from: string, to: string, amount: string) => {
  return { currencyId: idOf(from), toCurrencyId: idOf(to), amount }
}
const context = (userId = 1, more: Partial<CallContext> = {}) => askOf(wallet.clock, userId, more)
const quoteFor = (from: string, to: string, money: string, who = context()) =>
  wallet.answers.getSwapQuote(terms(from, to, money), who)
const exchange = (from: string, to: string, money: string, quote = '', who = context()) =>
  wallet.answers.currencyExchange({ ...terms(from, to, money), quote }, who)
const free = async (code: string, userId = 1, book: Book = 'simulated') =>
  formatAmount(await available(wallet.deps.db, userId, book, idOf(code)))
const stock = async (code: string) =>
  formatAmount(await houseBalance(wallet.deps.db, 'simulated', idOf(code), 'inventory'))
/** What the audit finds of swaps; there is no log here that would have their rates. */
const swapFindings = async () =>
  (await findingsBy(swapsAudit, wallet.deps.db)).filter(({ rule }) => rule !== 'rates = ticks')
const findings = async () => [...(await auditLedger(wallet.deps.db)), ...(await swapFindings())]

test('[WAL-07] a swap pays what its quote showed: amount x source rate / target rate, from the house’s inventory', async () => {
  await wallet.pay(1, 'ETH', '2')
  const quote = await quoteFor('ETH', 'USDT', '1.5')
  expect(z.parse(swapRoutes.getSwapQuote.reply, quote)).toEqual(quote)
  expect(quote).toMatchObject({
    receives: '5244.75',
    sourceUsdRate: '3496.5',
    targetUsdRate: '1',
    spreadPpm: 1_000,
    expiresAt: START_MS + 2_000,
  })
  const reply = await exchange('ETH', 'USDT', '1.5', quote.quote)
  expect(z.parse(swapRoutes.currencyExchange.reply, reply)).toEqual(reply)
  expect(reply).toMatchObject({ message: 'Swapped 1.5 ETH for 5244.75 USDT.', received: '5244.75' })
  expect([await free('ETH'), await free('USDT')]).toEqual(['0.5', '5244.75'])
  expect([await stock('ETH'), await stock('USDT')]).toEqual(['301.5', '994755.25'])
  expect(wallet.changed).toEqual(['1 simulated'])
  expect(await findings()).toEqual([])
})

test('the message is in the language of the request', async () => {
  await wallet.pay(1, 'USDT', '10')
  const reply = await exchange('USDT', 'USDC', '10', '', context(1, { language: 'chinese' }))
  expect(reply.message).toBe('已将 10 USDT 兑换为 9.99 USDC。')
})

test('a quote is paid as shown within 0.05 %, better when the price moved further in the user’s favour, and refused the other way', async () => {
  await wallet.pay(1, 'ETH', '10')
  const { quote, receives } = await quoteFor('ETH', 'USDT', '1')
  const paidAt = (price: string) => {
    wallet.prices.set(2, units(price))
    return exchange('ETH', 'USDT', '1', quote)
  }
  expect(await paidAt('3501.7')).toMatchObject({ received: receives })
  expect(await paidAt('3498.25')).toMatchObject({ received: receives })
  expect(await paidAt('3502')).toMatchObject({ received: '3498.498' })
  expect(await codeOf(paidAt('3498.24'))).toBe('price_moved')
  expect(await findings()).toEqual([])
})

test('without a quote the present rate is paid, unless it fell by more than 0.5 % in 5 s', async () => {
  await wallet.pay(1, 'ETH', '10')
  wallet.earlier.set(2, units('3400'))
  expect(await exchange('ETH', 'USDT', '1')).toMatchObject({ received: '3496.5' })
  wallet.earlier.set(2, units('3517'))
  expect(await exchange('ETH', 'USDT', '1')).toMatchObject({ received: '3496.5' })
  wallet.earlier.set(2, units('3518'))
  expect(await codeOf(exchange('ETH', 'USDT', '1'))).toBe('price_moved')
  wallet.earlier.set(1, units('59000'))
  wallet.earlier.delete(2)
  expect(await codeOf(exchange('ETH', 'BTC', '1'))).toBe('price_moved')
})

test('without a quote both coins’ prices of 5 s ago are looked up, and a target that rose refuses as well', async () => {
  await wallet.pay(1, 'ETH', '10')
  const asked: [number, number][] = []
  const { tickAt } = wallet.deps.prices
  wallet.deps.prices.tickAt = (pid, atMs) => {
    asked.push([pid, atMs])
    return tickAt(pid, atMs)
  }
  wallet.clock.advance(60_000)
  expect(await codeOf(exchange('ETH', 'BTC', '1'))).toBe('ok')
  expect(asked.toSorted(([one], [other]) => one - other)).toEqual([
    [1, START_MS + 55_000],
    [2, START_MS + 55_000],
  ])
  wallet.earlier.set(1, units('59000'))
  expect(await codeOf(exchange('ETH', 'BTC', '1'))).toBe('price_moved')
})

/** Waits until something in this database waits for a lock. */
const untilBlocked = () =>
  expect
    .poll(async () => {
      const { rows } = await sql`select 1 from pg_locks where not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(
        wallet.deps.db,
      )
      return rows.length
    })
    .toBe(1)

test('the 2 s of a quote begin with its rates, however long looking up the funds takes', async () => {
  await wallet.pay(1, 'ETH', '1')
  const quote = await transact(wallet.deps.db, async (tx) => {
    await sql`lock table account in access exclusive mode`.execute(tx)
    const asked = quoteFor('ETH', 'USDT', '1')
    await untilBlocked()
    wallet.clock.advance(1_500)
    return { asked }
  })
  expect(await quote.asked).toMatchObject({ expiresAt: START_MS + 2_000 })
})

test('a swap that waits for its lock is no older than the money it spends: no balance of the statement is below zero', async () => {
  await wallet.pay(1, 'ETH', '1')
  const outside = {
    owner: HOUSE,
    book: 'simulated' as const,
    currency: idOf('ETH'),
    kind: 'external' as const,
  }
  const to = { ...outside, owner: 1, kind: 'available' as const }
  const grant = { from: outside, to, amount: units('1'), cause: 'grant' as const, leg: 0, ref: randomUUID() }
  const swap = await transact(wallet.deps.db, async (tx) => {
    await lockBook(tx, 'simulated')
    const made = exchange('ETH', 'USDT', '2')
    await untilBlocked()
    wallet.clock.advance(100)
    await postTransfers(tx, [grant], wallet.clock.nowMs())
    return { made }
  })
  await swap.made
  const input = { currencyId: idOf('ETH'), kind: 'available' as const, from: 0, to: START_MS + 1_000 }
  const { lines } = await wallet.answers.getStatement({ ...input, pageSize: 10 }, context())
  expect(lines.map((one) => [one.cause, one.balance])).toEqual([
    ['grant', '1'],
    ['grant', '2'],
    ['swap', '0'],
  ])
})

test('a quote that runs out while its swap waits for the lock is refused, so that a wait gives no look at prices', async () => {
  await wallet.pay(1, 'ETH', '1')
  const { quote } = await quoteFor('ETH', 'USDT', '1')
  const swap = await transact(wallet.deps.db, async (tx) => {
    await lockBook(tx, 'simulated')
    const code = codeOf(exchange('ETH', 'USDT', '1', quote))
    await untilBlocked()
    wallet.clock.advance(2_000)
    return { code }
  })
  expect(await swap.code).toBe('rate_expired')
})

test('a quote holds for 2 s, only for its own currencies and sum, and only as the server wrote it', async () => {
  await wallet.pay(1, 'ETH', '10')
  await wallet.pay(1, 'BTC', '10')
  const { quote } = await quoteFor('ETH', 'USDT', '1')
  const bid = signBid({ orderId: randomUUID(), bid: 1n, expiresAtMs: START_MS + 5_000 }, wallet.deps.quoteKey)
  const wrong: [string, string, string, string][] = [
    ['ETH', 'USDT', '2', quote],
    ['ETH', 'USDC', '1', quote],
    ['BTC', 'USDT', '1', quote],
    ['ETH', 'USDT', '1', `${quote}A`],
    ['ETH', 'USDT', '1', `${quote.slice(0, 10)}A${quote.slice(11)}`],
    ['ETH', 'USDT', '1', 'nonsense'],
    ['ETH', 'USDT', '1', bid],
  ]
  for (const one of wrong) expect(await codeOf(exchange(...one))).toBe('quote_invalid')
  wallet.clock.advance(1_999)
  expect(await codeOf(exchange('ETH', 'USDT', '1', quote))).toBe('ok')
  wallet.clock.advance(1)
  expect(await codeOf(exchange('ETH', 'USDT', '1', quote))).toBe('rate_expired')
})

test.each([
  ['ETH', 'ETH', '1', 'same_currency'],
  ['ETH', 'DOGE', '1', 'currency_unknown'],
  ['DOGE', 'USDT', '1', 'currency_unknown'],
  ['ETH', 'USDT', '', 'amount_invalid'],
  ['ETH', 'USDT', '0', 'amount_invalid'],
  ['ETH', 'USDT', '-1', 'amount_invalid'],
  ['ETH', 'USDT', '1e2', 'amount_invalid'],
  ['ETH', 'USDT', '0.000000001', 'amount_too_precise'],
  ['ETH', 'USDT', '10.00000001', 'insufficient_funds'],
  ['ETH', 'USDT', '9'.repeat(40), 'insufficient_funds'],
  ['USDT', 'BTC', '0.0001', 'amount_too_small'],
  ['ETH', 'SOL', '1', 'market_closed'],
  ['USDT', 'BTC', '950000', 'inventory_uncovered'],
])(
  '%s to %s of "%s" is refused: %s, when asked for a quote and when swapped',
  async (from, to, money, code) => {
    const real = { book: 'real', cause: 'deposit' } as const
    await wallet.pay(1, 'ETH', '10', real)
    await wallet.pay(1, 'USDT', '1000000', real)
    const who = context(1, { book: 'real' })
    expect(await codeOf(quoteFor(from, to, money, who))).toBe(code)
    expect(await codeOf(exchange(from, to, money, '', who))).toBe(code)
    expect(wallet.changed).toEqual([])
  },
)

test('a currency whose feed fails cannot be swapped, not even at a quote', async () => {
  await wallet.pay(1, 'ETH', '10')
  const { quote } = await quoteFor('ETH', 'USDT', '1')
  wallet.prices.delete(2)
  expect(await codeOf(exchange('ETH', 'USDT', '1', quote))).toBe('market_closed')
})

test('while new trading is paused nothing is swapped, and the refusal says so', async () => {
  await wallet.pay(1, 'ETH', '10')
  const { quote } = await quoteFor('ETH', 'USDT', '1')
  wallet.prices.delete(2)
  for (const [isPaused, code] of [
    [true, 'trading_paused'],
    [false, 'market_closed'],
  ] as const) {
    wallet.deps.prices.isPaused = () => isPaused
    expect(await codeOf(quoteFor('ETH', 'USDT', '1'))).toBe(code)
    expect(await codeOf(exchange('ETH', 'USDT', '1', quote))).toBe(code)
    // A refusal of another kind keeps its own words.
    expect(await codeOf(exchange('ETH', 'ETH', '1'))).toBe('same_currency')
  }
})

test('support reads a swap’s sums and rates, each of its own side, in either book', async () => {
  await wallet.pay(1, 'ETH', '2')
  const { id } = await exchange('ETH', 'USDC', '2')
  const facts = await swapSubject.describe(wallet.deps.db, 1, id)
  expect(facts?.about).toEqual([{ word: 'swap' }, { text: '2 ETH → 6993 USDC' }])
  expect(facts?.lines.map(({ name, value }) => [name, value])).toEqual([
    ['number', { text: id }],
    ['account', { word: 'simulated' }],
    ['given', { text: '2 ETH' }],
    ['received', { text: '6993 USDC' }],
    ['givenRate', { text: '3496.5 USDT' }],
    ['receivedRate', { text: '1 USDT' }],
    ['time', { atMs: START_MS }],
  ])
})

test('a key swaps once, even after quote and price have changed, and returns no other swap', async () => {
  await wallet.pay(1, 'ETH', '2')
  const { quote } = await quoteFor('ETH', 'USDT', '1')
  const who = context()
  const [first, ...others] = await Promise.all(
    Array.from({ length: 5 }, () => exchange('ETH', 'USDT', '1', quote, who)),
  )
  for (const other of others) expect(other).toEqual(first)
  wallet.clock.advance(60_000)
  wallet.prices.clear()
  expect(await exchange('ETH', 'USDT', '1', quote, who)).toEqual(first)
  expect(await free('ETH')).toBe('1')
  expect(wallet.changed).toHaveLength(1)
  expect(await codeOf(exchange('ETH', 'USDT', '0.5', quote, who))).toBe('key_reused')
  expect(await codeOf(exchange('ETH', 'USDT', '1', '', who))).toBe('key_reused')
  expect(await codeOf(exchange('ETH', 'USDC', '1', quote, who))).toBe('key_reused')
  expect(await codeOf(exchange('BTC', 'USDT', '1', quote, who))).toBe('key_reused')
  expect(await codeOf(exchange('ETH', 'USDT', '1', quote, { ...who, book: 'real' }))).toBe('key_reused')
  await wallet.deps.db.deleteFrom('request').execute()
  wallet.prices.set(2, units('3500'))
  expect(await codeOf(exchange('ETH', 'USDT', '1', '', who))).toBe('key_reused')
})

test('100 swaps of one balance at once never overdraw it', async () => {
  await wallet.pay(1, 'ETH', '10')
  const codes = await Promise.all(Array.from({ length: 100 }, () => codeOf(exchange('ETH', 'USDT', '0.3'))))
  expect(codes.filter((one) => one === 'ok')).toHaveLength(33)
  expect(new Set(codes)).toEqual(new Set(['ok', 'insufficient_funds']))
  expect(await free('ETH')).toBe('0.1')
  expect(await findings()).toEqual([])
})

test('the real inventory may be emptied to its last unit, and not further', async () => {
  wallet.prices.set(9, units('999'))
  await wallet.pay(1, 'USDT', '2000000', { book: 'real', cause: 'deposit' })
  const swapReal = (money: string) => exchange('USDT', 'BNB', money, '', context(1, { book: 'real' }))
  expect(await swapReal('1499999')).toMatchObject({ received: '1499.999' })
  const codes = await Promise.all(Array.from({ length: 4 }, () => codeOf(swapReal('0.5'))))
  expect(codes.toSorted()).toEqual(['inventory_uncovered', 'inventory_uncovered', 'ok', 'ok'])
  expect(await houseBalance(wallet.deps.db, 'real', idOf('BNB'), 'inventory')).toBe(0n)
  expect(await codeOf(swapReal('0.00001'))).toBe('inventory_uncovered')
  expect(await findings()).toEqual([])
})

test('the sandbox refills a real inventory once a swap leaves less than half of it', async () => {
  wallet.prices.set(9, units('999'))
  wallet.deps.mode = 'sandbox'
  await wallet.pay(1, 'USDT', '9000000', { book: 'real', cause: 'deposit' })
  const swapReal = (money: string) => exchange('USDT', 'BNB', money, '', context(1, { book: 'real' }))
  const left = async () => formatAmount(await houseBalance(wallet.deps.db, 'real', idOf('BNB'), 'inventory'))
  await swapReal('750000')
  expect(await left()).toBe('750')
  const [, second, third] = [await swapReal('0.01'), await swapReal('1500000'), await swapReal('2000000')]
  expect([second.received, third.received]).toEqual(['1500', '2000'])
  expect(await codeOf(swapReal('3000000'))).toBe('inventory_uncovered')
  expect(await findings()).toEqual([])
})

test('the practice inventory grows by its opening money when a swap would empty it', async () => {
  wallet.prices.set(9, units('999'))
  await wallet.pay(1, 'USDT', '2000000')
  expect(await exchange('USDT', 'BNB', '1500000')).toMatchObject({ received: '1500' })
  expect(await stock('BNB')).toBe('0')
  expect(await exchange('USDT', 'BNB', '1')).toMatchObject({ received: '0.001' })
  expect(await stock('BNB')).toBe('1499.999')
  expect(await findings()).toEqual([])
})

test('real and simulated swaps use separate books', async () => {
  await wallet.pay(1, 'ETH', '1')
  await wallet.pay(1, 'ETH', '2', { book: 'real', cause: 'deposit' })
  const real = context(1, { book: 'real' })
  await exchange('ETH', 'USDT', '2', '', real)
  expect([await free('ETH', 1, 'real'), await free('USDT', 1, 'real')]).toEqual(['0', '6993'])
  expect([await free('ETH'), await free('USDT')]).toEqual(['1', '0'])
  const page = { pageNum: 1, pageSize: 10 }
  expect(await wallet.answers.getMyExchangeRecords(page, real)).toMatchObject({ total: 1 })
  expect(await wallet.answers.getMyExchangeRecords(page, context())).toEqual({ list: [], total: 0 })
})

test('the user’s own swaps are listed newest first, in pages, and nobody else’s', async () => {
  await wallet.pay(1, 'USDT', '100')
  await wallet.pay(2, 'USDT', '100')
  for (let money = 1; money <= 12; money++) {
    await exchange('USDT', 'USDC', String(money))
    wallet.clock.advance(1_000)
  }
  await exchange('USDT', 'USDC', '50', '', context(2))
  const list = (pageNum: number) => wallet.answers.getMyExchangeRecords({ pageNum, pageSize: 10 }, context())
  const first = await list(1)
  expect(z.parse(swapRoutes.getMyExchangeRecords.reply, first)).toEqual(first)
  expect(first.total).toBe(12)
  expect(first.list.map((one) => one.money)).toEqual(['12', '11', '10', '9', '8', '7', '6', '5', '4', '3'])
  expect(first.list[0]).toMatchObject({
    time: START_MS + 11_000,
    name: 'USDT',
    picture: '/coins/usdt.svg',
    status: 1,
    received: '11.988',
    target: 'USDC',
  })
  expect((await list(2)).list.map((one) => one.money)).toEqual(['2', '1'])
})

test('[T22] 300 swaps in circles at constant prices pay the previewed amounts, gain nothing, and the books balance', async () => {
  await wallet.pay(1, 'USDT', '1000')
  const priced = CURRENCIES.filter(({ pid }) => pid === null || wallet.prices.has(pid))
  const valueOf = (amount: bigint, { pid }: Currency) =>
    pid === null ? amount : (amount * (wallet.prices.get(pid) ?? 0n)) / units('1')
  let place = 0
  let money = units('1000')
  for (let i = 0; i < 300; i++) {
    const from = priced[place]
    place = (place + 1 + (i % (priced.length - 1))) % priced.length
    const to = priced[place]
    if (!from || !to) throw new Error('there are currencies with a price')
    const given = formatAmount(money)
    const { quote, receives } = await quoteFor(from.code, to.code, given)
    const rates = swapRates(valueOf(units('1'), from), valueOf(units('1'), to))
    expect(units(receives)).toBe(rates && swapReceives(money, rates))
    expect(await exchange(from.code, to.code, given, quote)).toMatchObject({ received: receives })
    expect(valueOf(units(receives), to) <= valueOf(money, from)).toBe(true)
    money = units(receives)
  }
  expect(await findings()).toEqual([])
})

test.each([
  ['drops a leg', 'delete from transfer where cause = 9 and leg = 1'],
  ['makes a swap look smaller', 'update swap set received = received - 1, target_rate = target_rate'],
  ['drops a swap', 'delete from swap'],
  ['changes its rate', 'update swap set source_rate = source_rate + 100'],
])('somebody who %s, past every trigger and constraint, is found', async (_what, statement) => {
  await wallet.pay(1, 'ETH', '1')
  await exchange('ETH', 'USDT', '1')
  expect(await swapFindings()).toEqual([])
  const { db } = wallet.deps
  await expect(sql.raw(statement).execute(db)).rejects.toThrow(/never changed/)
  await sql`alter table swap disable trigger user`.execute(db)
  await sql`alter table transfer disable trigger user`.execute(db)
  await sql`alter table swap drop constraint swap_follows_its_rates`.execute(db)
  await sql.raw(statement).execute(db)
  expect(await swapFindings()).not.toEqual([])
})
