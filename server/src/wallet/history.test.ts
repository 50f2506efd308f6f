import { accept } from '@tickmark/core/decision'
import { type Book, CURRENCIES, type Currency } from '@tickmark/core/money/currencies'
import { HOUSE, type Cause, type Kind } from '@tickmark/core/ledger/accounts'
import type { ReplyOf } from '@tickmark/wire/call'
import { walletRoutes } from '@tickmark/wire/routes/wallet'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { transact } from '../db/transact.ts'
import type { CallContext } from '../http/calls/context.ts'
import { resetSimulated } from '../ledger/grants.ts'
import { postTransfers } from '../ledger/post.ts'
import { askOf, bidFor, openOrderFixture, START_PRICE, type OrderFixture } from '../orders/orders.testing.ts'
import { netsBetween, orderFunds, refsSince } from '../orders/fundsStore.ts'
import { withdrawalFunds } from '../withdrawals/module.ts'
import { heldAt } from './history.ts'
import { inSnapshot, ownFunds } from './ownFunds.ts'
import { walletAnswers } from './routes.ts'
import { openWallet, START_MS, units, type Wallet } from './wallet.testing.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
type History = ReplyOf<(typeof walletRoutes)['getHoldingsHistory']>

/** The products' holdings, as in the server. */
const funds = [orderFunds, withdrawalFunds]

let wallet: Wallet
beforeEach(async () => void (wallet = await openWallet()))
afterEach(() => wallet.end())

const history = (range: '1D' | '1W' | '1M' = '1D', more: Partial<CallContext> = {}) =>
  wallet.answers.getHoldingsHistory({ range }, askOf(wallet.clock, 1, more))
const valuesOf = (reply: History, name: string) =>
  reply.currencies.find((one) => one.name === name)?.values ?? []
/** Values without consecutive repeats. */
const changes = (values: readonly string[]) => values.filter((value, i) => value !== values[i - 1])

test.each([
  ['1D', 48, 30 * MINUTE],
  ['1W', 56, 3 * HOUR],
  ['1M', 60, 12 * HOUR],
] as const)('%s has %i values, at whole steps of UTC and now', async (range, points, step) => {
  await wallet.pay(1, 'USDT', '2')
  wallet.clock.advance(60 * 24 * HOUR + 7 * MINUTE)
  await wallet.pay(1, 'USDT', '3')
  const reply = await history(range)
  expect(z.parse(walletRoutes.getHoldingsHistory.reply, reply)).toEqual(reply)
  const { times, total } = reply
  expect(times).toHaveLength(points)
  expect(total).toHaveLength(points)
  expect(times.at(-1)).toBe(START_MS + 60 * 24 * HOUR + 7 * MINUTE)
  for (const [i, time] of times.slice(0, -1).entries()) {
    expect(time % step).toBe(0)
    if (i > 0) expect(time - (times[i - 1] ?? 0)).toBe(step)
  }
  expect(total.at(-1)).toBe('5')
  expect(total.at(-2)).toBe('2')
  expect(reply.currencies).toHaveLength(7)
})

test('the history of a young account begins with its first movement, not with a jump from zero', async () => {
  wallet.clock.advance(7 * MINUTE)
  await wallet.pay(1, 'USDT', '5')
  await wallet.pay(2, 'USDT', '9')
  expect((await history()).times).toHaveLength(48)
  wallet.clock.advance(1_000)
  const first = START_MS + 7 * MINUTE
  expect(await history()).toMatchObject({ times: [first, first + 1_000], total: ['5', '5'] })
  wallet.clock.advance(45 * MINUTE)
  await wallet.pay(1, 'USDT', '2')
  expect((await history()).times.slice(0, 2)).toEqual([first, START_MS + 30 * MINUTE])
  expect((await history('1M')).total).toEqual(['5', '7'])
})

test('each value is the holdings of that time at the price of that time', async () => {
  wallet.close = (pid, atMs) => (pid === 2 ? units(atMs < START_MS + 2 * HOUR ? '3000' : '3200') : null)
  await wallet.pay(1, 'ETH', '1')
  wallet.clock.advance(HOUR)
  await wallet.pay(1, 'ETH', '1')
  wallet.clock.advance(3 * HOUR)
  await wallet.pay(1, 'USDT', '10')
  wallet.clock.advance(MINUTE)
  const reply = await history()
  expect(changes(valuesOf(reply, 'ETH'))).toEqual(['3000', '6000', '6400', '7000'])
  expect(changes(reply.total)).toEqual(['3000', '6000', '6400', '6410', '7010'])
  const at = (ms: number) => reply.total[reply.times.indexOf(ms)]
  expect([at(START_MS), at(START_MS + 30 * MINUTE), at(START_MS + HOUR)]).toEqual(['3000', '3000', '6000'])
  expect((await history('1D', { book: 'real' })).total.every((one) => one === '0')).toBe(true)
})

test('a withdrawal counts until it has left', async () => {
  await wallet.pay(1, 'USDT', '100')
  wallet.clock.advance(HOUR)
  await wallet.pay(1, 'USDT', '30', { cause: 'withdrawal', from: 'available', to: 'hold' })
  wallet.clock.advance(HOUR)
  await wallet.pay(1, 'USDT', '30', { cause: 'payout', from: 'hold', to: 'external' })
  wallet.clock.advance(HOUR)
  expect(changes((await history()).total)).toEqual(['100', '70'])
})

test('the stake of an open order counts until the order is settled', async () => {
  await wallet.pay(1, 'USDT', '100')
  wallet.clock.advance(HOUR)
  const lost = await wallet.place(1, 'USDT', '40')
  await wallet.place(1, 'USDT', '5')
  wallet.clock.advance(2 * HOUR)
  await wallet.settle(lost, 'lost')
  wallet.clock.advance(HOUR)
  const { times, total } = await history()
  expect(changes(total)).toEqual(['100', '60'])
  expect(times[total.indexOf('60')]).toBe(START_MS + 3 * HOUR)
})

test('holdings of the orders module are never missing and never counted twice', async () => {
  const fixture = await openOrderFixture()
  try {
    const { db } = fixture.deps
    const answers = walletAnswers({
      ...wallet.deps,
      db,
      clock: fixture.clock,
      prices: { ...wallet.deps.prices, closeAt: () => null, price: () => null },
      funds,
    })
    const offers = await fixture.answers.getTimeAccountCurrency(
      { type: 0, pid: 1, timeId: 110 },
      askOf(fixture.clock, 1),
    )
    for (const stake of ['250', '100']) {
      const input = { pid: 1, stake, timeId: 110, currencyId: 1, quoteId: offers.ranges[0]?.id ?? '' }
      await fixture.answers.createLimitOrder(input, askOf(fixture.clock, 1))
    }
    const idsSince = async (book: Book, currencyId: number, sinceMs: number) =>
      (await refsSince(db, { userId: 1, book }, currencyId, sinceMs)).refs
    const totalNow = async () => {
      const ask = askOf(fixture.clock, 1)
      const { total } = await answers.getHoldingsHistory({ range: '1D' }, ask)
      const { data } = await answers.getMyWalletData({}, ask)
      expect(total.at(-1)).toBe(data.items[0]?.amount)
      return total.at(-1)
    }
    expect(await totalNow()).toBe('10000')
    expect(await idsSince('simulated', 1, fixture.clock.nowMs())).toHaveLength(2)
    expect(await idsSince('simulated', 2, 0)).toEqual([])
    await fixture.pass(65)
    expect(['9650', '10000', '10322']).toContain(await totalNow())
    const { lines, closing } = await answers.getStatement(
      { currencyId: 1, kind: 'available', from: START_MS + 1, to: START_MS + 100_000, pageSize: 9 },
      askOf(fixture.clock, 1),
    )
    expect(lines.slice(0, 3).map((one) => [one.cause, one.orderId === one.ref])).toEqual([
      ['grant', false],
      ['order', true],
      ['order', true],
    ])
    expect(lines.at(-1)?.balance).toBe(closing)
    expect(lines.slice(3).map((one) => one.cause)).toEqual(['settlement', 'settlement'])
    for (const { order } of lines.slice(1))
      expect(order).toMatchObject({ pair: 'BTC/USDT', direction: 0, outcome: expect.any(String) as string })
    expect(await idsSince('simulated', 1, 0)).toHaveLength(2)
    expect(await idsSince('simulated', 2, 0)).toEqual([])
    expect(await idsSince('simulated', 1, fixture.clock.nowMs())).toEqual([])
    expect(await idsSince('real', 1, 0)).toEqual([])
  } finally {
    await fixture.close()
  }
})

test('the history counted back to any second equals the holdings then, despite later orders, withdrawals and resets', async () => {
  const fixture = await openOrderFixture()
  try {
    const { db } = fixture.deps
    const whose = { userId: 1, book: 'simulated' as const }
    const actions = happenings(fixture)
    const then: [number, (readonly [string, bigint])[]][] = []
    for (let second = 0; second < 90; second++) {
      await actions[second]?.()
      const own = await inSnapshot(db, (tx) => ownFunds(tx, funds, whose))
      const of = ({ id }: Currency) =>
        [own.available, ...own.inProducts, ...own.held].map((sums) => sums.get(id) ?? 0n)
      const held = CURRENCIES.map((one) => [one.code, of(one).reduce((sum, part) => sum + part)] as const)
      then.push([fixture.clock.nowMs(), held])
      await fixture.pass(1)
    }
    const finished = { pageNum: 1, pageSize: 50, status: 1 }
    const { list } = await fixture.answers.getMyLimitOrders(finished, askOf(fixture.clock, 1))
    expect(new Set(list.map((one) => one.outcome))).toEqual(new Set(['won', 'lost', 'void', 'closed']))
    const counted = await inSnapshot(db, (tx) => heldAt(tx, funds, whose, times(then)))
    for (const [i, [, held]] of then.entries())
      expect([...counted].map(([{ code }, amounts]) => [code, amounts[i]])).toEqual(held)
    expect(await netsBetween(db, { userId: 1, book: 'real' }, [0])).toEqual(new Map())
    expect(await netsBetween(db, whose, [fixture.clock.nowMs()])).toEqual(new Map())
  } finally {
    await fixture.close()
  }
})

const times = (then: readonly (readonly [number, unknown])[]) => then.map(([time]) => time)

/** Events of a minute and a half, by second. User 2 has an order too. */
function happenings(fixture: OrderFixture): Record<number, () => Promise<unknown>> {
  const { db } = fixture.deps
  const place = async (type: number, currencyId: number, stake: string, userId = 1) => {
    const ask = askOf(fixture.clock, userId)
    const offers = await fixture.answers.getTimeAccountCurrency({ type, pid: 1, timeId: 110 }, ask)
    const input = { pid: 1, stake, timeId: 110, currencyId, quoteId: offers.ranges[0]?.id ?? '' }
    return fixture.answers.createLimitOrder(input, ask)
  }
  const move = (cause: Cause, from: Kind, to: Kind, amount: string) => {
    const account = { owner: 1, book: 'simulated' as const, currency: 1 }
    const target = { ...account, owner: to === 'external' ? HOUSE : 1, kind: to }
    const posting = { from: { ...account, kind: from }, to: target, amount: units(amount) }
    return transact(db, (tx) =>
      postTransfers(tx, [{ ...posting, cause, ref: randomUUID(), leg: 0 }], fixture.clock.nowMs()),
    )
  }
  let closing = ''
  return {
    1: () => place(0, 1, '250'),
    2: () => place(1, 1, '100'),
    3: () => place(0, 3, '0.25', 2),
    5: () => place(1, 3, '0.5'),
    6: async () => void (closing = (await place(0, 1, '70')).order.orderId),
    9: () => move('withdrawal', 'available', 'hold', '30'),
    20: async () => {
      const { bidId } = await bidFor(fixture, closing)
      await fixture.answers.closeLimitOrder({ orderId: closing, bidId }, askOf(fixture.clock, 1))
    },
    25: () => place(0, 1, '40'),
    30: () => resetSimulated(db, fixture.clock, { userId: 1, key: randomUUID() }, async () => accept(null)),
    33: () => move('payout', 'hold', 'external', '30'),
    50: async () => fixture.prices.set(1, START_PRICE + START_PRICE / 100n),
    60: () => place(0, 1, '5'),
    75: async () => fixture.prices.delete(1),
  }
}
