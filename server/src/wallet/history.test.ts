import type { ReplyOf } from '@tickmark/wire/call'
import { walletRoutes } from '@tickmark/wire/routes/wallet'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Ask } from '../http/ask.ts'
import { askOf, openDesk } from '../orders/desk.testing.ts'
import { heldByOrders, stakesSince } from '../orders/store.ts'
import { walletAnswers } from './routes.ts'
import { openWallet, START_MS, units, type Wallet } from './wallet.testing.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
type History = ReplyOf<(typeof walletRoutes)['getHoldingsHistory']>

let wallet: Wallet
beforeEach(async () => void (wallet = await openWallet()))
afterEach(() => wallet.end())

const history = (range: '1D' | '1W' | '1M' = '1D', more: Partial<Ask> = {}) =>
  wallet.answers.getHoldingsHistory({ range }, askOf(wallet.clock, 1, more))
const valuesOf = (reply: History, name: string) =>
  reply.currencies.find((one) => one.name === name)?.values ?? []
/** Values without repeats of the one before. */
const changes = (values: readonly string[]) => values.filter((value, i) => value !== values[i - 1])

test.each([
  ['1D', 48, 30 * MINUTE],
  ['1W', 56, 3 * HOUR],
  ['1M', 60, 12 * HOUR],
] as const)('%s has %i values, at whole steps of UTC and now', async (range, points, step) => {
  wallet.clock.advance(7 * MINUTE)
  await wallet.pay(1, 'USDT', '5')
  const reply = await history(range)
  expect(z.parse(walletRoutes.getHoldingsHistory.reply, reply)).toEqual(reply)
  const { times, total } = reply
  expect(times).toHaveLength(points)
  expect(total).toHaveLength(points)
  expect(times.at(-1)).toBe(START_MS + 7 * MINUTE)
  for (const [i, time] of times.slice(0, -1).entries()) {
    expect(time % step).toBe(0)
    if (i > 0) expect(time - (times[i - 1] ?? 0)).toBe(step)
  }
  expect(total.at(-1)).toBe('5')
  expect(total.at(-2)).toBe('0')
  expect(reply.currencies).toHaveLength(7)
})

test('each value is what was held then at the price of then', async () => {
  wallet.close = (pid, atMs) => (pid === 2 ? units(atMs < START_MS + 2 * HOUR ? '3000' : '3200') : null)
  await wallet.pay(1, 'ETH', '1')
  wallet.clock.advance(HOUR)
  await wallet.pay(1, 'ETH', '1')
  wallet.clock.advance(3 * HOUR)
  await wallet.pay(1, 'USDT', '10')
  wallet.clock.advance(MINUTE)
  const reply = await history()
  expect(changes(valuesOf(reply, 'ETH'))).toEqual(['0', '3000', '6000', '6400', '7000'])
  expect(changes(reply.total)).toEqual(['0', '3000', '6000', '6400', '6410', '7010'])
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
  expect(changes((await history()).total)).toEqual(['0', '100', '70'])
})

test('the stake of an open order counts until the order is settled', async () => {
  await wallet.pay(1, 'USDT', '100')
  wallet.clock.advance(HOUR)
  const [lost, open] = [randomUUID(), randomUUID()]
  await wallet.pay(1, 'USDT', '40', { cause: 'order', from: 'available', to: 'escrow', ref: lost })
  await wallet.pay(1, 'USDT', '5', { cause: 'order', from: 'available', to: 'escrow', ref: open })
  const fromMs = START_MS + HOUR
  const stake = wallet.stakes.find((one) => one.orderId === lost)
  if (stake) stake.untilMs = fromMs + 2 * HOUR
  wallet.clock.advance(3 * HOUR)
  const { times, total } = await history()
  expect(changes(total)).toEqual(['0', '100', '60'])
  expect(times[total.indexOf('60')]).toBe(fromMs + 2 * HOUR)
})

test('orders of the room beside it: what they hold is never missing and never counted twice', async () => {
  const desk = await openDesk()
  try {
    const { db, quoteKey } = desk.deps
    const answers = walletAnswers({
      ...wallet.deps,
      db,
      clock: desk.clock,
      quoteKey,
      prices: { ...wallet.deps.prices, closeAt: () => null, price: () => null },
      heldByOrders,
      stakesSince,
    })
    const offers = await desk.answers.getTimeAccountCurrency(
      { type: 0, pid: 1, timeId: 110 },
      askOf(desk.clock, 1),
    )
    for (const money of ['250', '100']) {
      const input = { pid: 1, money, timeId: 110, currcyId: 1, timezdId: offers.selectList[0]?.id ?? '' }
      await desk.answers.createLimitOrder(input, askOf(desk.clock, 1))
    }
    const totalNow = async () => {
      const ask = askOf(desk.clock, 1)
      const { total } = await answers.getHoldingsHistory({ range: '1D' }, ask)
      const { data } = await answers.getMyWalletData({}, ask)
      expect(total.at(-1)).toBe(data.listdata[0]?.userAccount)
      return total.at(-1)
    }
    expect(await totalNow()).toBe('10000')
    await desk.pass(65)
    expect(['9650', '10000', '10322']).toContain(await totalNow())
    const { lines, closing } = await answers.getStatement(
      { currencyId: 1, kind: 'available', from: START_MS + 1, to: START_MS + 100_000, pageSize: 9 },
      askOf(desk.clock, 1),
    )
    expect(lines.slice(0, 3).map((one) => [one.cause, one.orderId === one.ref])).toEqual([
      ['grant', false],
      ['order', true],
      ['order', true],
    ])
    expect(lines.at(-1)?.balance).toBe(closing)
    expect(await stakesSince(db, 1, 'simulated', 0)).toHaveLength(2)
    expect(await stakesSince(db, 1, 'simulated', desk.clock.nowMs())).toEqual([])
    expect(await stakesSince(db, 1, 'real', 0)).toEqual([])
  } finally {
    await desk.close()
  }
})
